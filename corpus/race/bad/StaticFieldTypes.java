// Static fields of each type.
//@ mechanism thread basics: fields of every type

public class StaticFieldTypes {
    static byte aByte;
    static short aShort;
    static char aChar;
    static boolean aBoolean;
    static float aFloat;
    static long aLong;
    static double aDouble;
    static String reference;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            aByte = 1; //~ race StaticFieldTypes.aByte
            aShort = 1; //~ race StaticFieldTypes.aShort
            aChar = 1; //~ race StaticFieldTypes.aChar
            aBoolean = true; //~ race StaticFieldTypes.aBoolean
            aFloat = 1; //~ race StaticFieldTypes.aFloat
            aLong = 1; //~ race StaticFieldTypes.aLong
            aDouble = 1; //~ race StaticFieldTypes.aDouble
            reference = "one"; //~ race StaticFieldTypes.reference
        });
        t.start();
        aByte = 2; //~ race StaticFieldTypes.aByte
        aShort = 2; //~ race StaticFieldTypes.aShort
        aChar = 2; //~ race StaticFieldTypes.aChar
        aBoolean = false; //~ race StaticFieldTypes.aBoolean
        aFloat = 2; //~ race StaticFieldTypes.aFloat
        aLong = 2; //~ race StaticFieldTypes.aLong
        aDouble = 2; //~ race StaticFieldTypes.aDouble
        reference = "two"; //~ race StaticFieldTypes.reference
        t.join();
    }
}
