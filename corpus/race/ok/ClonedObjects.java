// A copy is a new object: accesses of the original are none of the copy.
//@ mechanism bulk and indirect: Object.clone

public class ClonedObjects {
    static final class Page implements Cloneable {
        int[] keys = {1, 2, 3};
        long version = 1;
        Page next;

        Page copy() {
            try {
                return (Page) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static void read(Page page, long[] sums, int i) {
        sums[i] = page.keys[0] + page.version + (page.next == null ? 0 : 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Page original = new Page();
        long[] sums = new long[4];
        Thread one = new Thread(() -> read(original, sums, 0));
        Thread two = new Thread(() -> read(original, sums, 1));
        Thread copier = new Thread(() -> {
            Page copy = original.copy();
            copy.keys = new int[] {4};
            copy.version = 2;
            copy.next = original;
            read(copy, sums, 2);
        });
        one.start();
        two.start();
        copier.start();
        one.join();
        two.join();
        copier.join();
        Page copy = original.copy();
        Thread three = new Thread(() -> read(copy, sums, 3));
        three.start();
        original.version = 2;
        three.join();
        System.out.println(sums[0] + sums[1] + sums[2] + sums[3]);
    }
}
