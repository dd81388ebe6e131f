// Arrays of each element type.
//@ mechanism thread basics: array elements

public class ArrayElementTypes {
    public static void main(String[] args) throws InterruptedException {
        byte[] bytes = new byte[4]; //~ array bytes
        short[] shorts = new short[4]; //~ array shorts
        char[] chars = new char[4]; //~ array chars
        boolean[] booleans = new boolean[4]; //~ array booleans
        long[] longs = new long[4]; //~ array longs
        float[] floats = new float[4]; //~ array floats
        double[] doubles = new double[4]; //~ array doubles
        Thread t = new Thread(() -> {
            bytes[0] = 1; //~ race bytes[0]
            shorts[1] = 1; //~ race shorts[1]
            chars[2] = 1; //~ race chars[2]
            booleans[3] = true; //~ race booleans[3]
            longs[0] = 1; //~ race longs[0]
            floats[1] = 1; //~ race floats[1]
            doubles[2] = 1; //~ race doubles[2]
        });
        t.start();
        bytes[0]++; //~ race bytes[0]
        shorts[1]++; //~ race shorts[1]
        chars[2]++; //~ race chars[2]
        booleans[3] = !booleans[3]; //~ race booleans[3]
        longs[0]++; //~ race longs[0]
        floats[1]++; //~ race floats[1]
        doubles[2]++; //~ race doubles[2]
        t.join();
    }
}
