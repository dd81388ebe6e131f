// A volatile field of an object, of each type, publishes.
//@ mechanism memory modes: volatile fields

public class VolatileInstanceField {
    static class Slot {
        volatile byte aByte;
        volatile short aShort;
        volatile char aChar;
        volatile int anInt;
        volatile float aFloat;
        volatile double aDouble;
        volatile Object reference;
        int data;
    }

    static void pause() {
        Thread.onSpinWait();
    }

    public static void main(String[] args) throws InterruptedException {
        Slot s = new Slot();
        Thread writer = new Thread(() -> {
            s.data = 1;
            s.aByte = 1;
            while (s.aShort == 0) {
                pause();
            }
            s.data++;
            s.aChar = 'x';
            while (s.anInt == 0) {
                pause();
            }
            s.data++;
            s.aFloat = 1;
            while (s.aDouble == 0) {
                pause();
            }
            s.data++;
            s.reference = s;
        });
        writer.start();
        while (s.aByte == 0) {
            pause();
        }
        s.data++;
        s.aShort = 1;
        while (s.aChar == 0) {
            pause();
        }
        s.data++;
        s.anInt = 1;
        while (s.aFloat == 0) {
            pause();
        }
        s.data++;
        s.aDouble = 1;
        while (s.reference == null) {
            pause();
        }
        if (s.data != 7) {
            throw new AssertionError(s.data);
        }
        writer.join();
    }
}
