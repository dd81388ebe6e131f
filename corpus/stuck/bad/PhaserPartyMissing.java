// A phaser with a party that no thread arrives for.
//@ mechanism stuck programs: barriers and the like

import java.util.concurrent.Phaser;

public class PhaserPartyMissing {
    public static void main(String[] args) {
        Phaser phaser = new Phaser(2);
        new Thread(phaser::arriveAndDeregister).start();
        phaser.register();
        phaser.arriveAndAwaitAdvance(); //~ waits all
    }
}
