// One thread alone never races with itself, whatever it does to fields and arrays.
//@ mechanism thread basics: start of a thread

public class ProgramOrder {
    static int total;
    int field;

    public static void main(String[] args) {
        int[] data = new int[100];
        ProgramOrder object = new ProgramOrder();
        for (int i = 0; i < data.length; i++) {
            data[i] = i;
            object.field += data[i];
            total = object.field;
        }
        if (total != 4950) {
            throw new AssertionError(total);
        }
    }
}
