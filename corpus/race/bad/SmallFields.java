// Each primitive type that is smaller than an int, a float, and a reference.
//@ mechanism thread basics: fields of every type

public class SmallFields {
    static class Record {
        byte aByte;
        short aShort;
        char aChar;
        boolean aBoolean;
        float aFloat;
        Object reference;
    }

    public static void main(String[] args) throws InterruptedException {
        Record r = new Record();
        Thread t = new Thread(() -> {
            r.aByte = 1; //~ race Record.aByte
            r.aShort = 1; //~ race Record.aShort
            r.aChar = 1; //~ race Record.aChar
            r.aBoolean = true; //~ race Record.aBoolean
            r.aFloat = 1; //~ race Record.aFloat
            r.reference = r; //~ race Record.reference
        });
        t.start();
        int sum = r.aByte; //~ race Record.aByte
        sum += r.aShort; //~ race Record.aShort
        sum += r.aChar; //~ race Record.aChar
        sum += r.aBoolean ? 1 : 0; //~ race Record.aBoolean
        sum += (int) r.aFloat; //~ race Record.aFloat
        sum += r.reference == null ? 0 : 1; //~ race Record.reference
        t.join();
        System.out.println(sum <= 6);
    }
}
