// Elements of an array of objects, handed over as a whole by a volatile field.
//@ mechanism memory modes: volatile reference to plain contents

public class ArrayOfReferences {
    static volatile String[] published;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            String[] names = new String[3];
            for (int i = 0; i < names.length; i++) {
                names[i] = "name" + i;
            }
            published = names;
        });
        t.start();
        String[] names = published;
        while (names == null) {
            Thread.onSpinWait();
            names = published;
        }
        names[0] = names[1] + names[2];
        t.join();
        if (!names[0].equals("name1name2")) {
            throw new AssertionError(names[0]);
        }
    }
}
