// A final field protects what its constructor wrote, not what is written to its object later.
//@ mechanism thread basics: final fields

public class FinalReferenceContents {
    static class Cell {
        int value;
    }

    static class Owner {
        final Cell cell = new Cell();
    }

    public static void main(String[] args) throws InterruptedException {
        Owner owner = new Owner();
        Thread t = new Thread(() -> {
            owner.cell.value = 1; //~ race Cell.value
        });
        t.start();
        int seen = owner.cell.value; //~ race Cell.value
        t.join();
        System.out.println(seen <= 1);
    }
}
