// The messages that the JVM itself makes, helpful null-pointer messages among them, and user frames.

public class ExceptionMessages {
    static class Node {
        Node next;
        int value;
        long wide;
        int[] data;
        Node[] children;
        double[][] matrix;
    }

    static Node staticNode;
    static int[] staticArray;

    interface Action {
        void run() throws Throwable;
    }

    static void attempt(String name, Action action) {
        try {
            action.run();
            System.out.println(name + ": nothing");
        } catch (Throwable e) {
            System.out.println(name + ": " + e);
            for (StackTraceElement frame : e.getStackTrace()) {
                if (frame.getClassName().startsWith("ExceptionMessages")) {
                    System.out.println("  " + frame.getMethodName() + ":" + frame.getLineNumber());
                }
            }
        }
    }

    static int depth(Node node) {
        return node.next == null ? node.value : depth(node.next);
    }

    public static void main(String[] args) {
        Node node = new Node();
        Node none = null;
        int[] ints = new int[2];
        long[] longs = null;
        attempt("read field", () -> System.out.println(node.next.value));
        attempt("read field of local", () -> System.out.println(none.value));
        attempt("read wide field", () -> System.out.println(node.next.wide));
        attempt("write field", () -> node.next.value = 1);
        attempt("write wide field", () -> node.next.wide = 1L);
        attempt("increment field", () -> node.next.value++);
        attempt("static field", () -> staticNode.value++);
        attempt("chain", () -> System.out.println(node.next.next.next.value));
        attempt("read array", () -> System.out.println(node.data[0]));
        attempt("write array", () -> node.data[1] = 5);
        attempt("write static array", () -> staticArray[1] = 5);
        attempt("write long array", () -> longs[1] += 5);
        attempt("matrix", () -> node.matrix[0][1] = 5);
        attempt("children", () -> System.out.println(node.children[3].value));
        attempt("array length", () -> System.out.println(longs.length));
        attempt("method", () -> node.next.toString());
        attempt("unboxing", () -> System.out.println((int) (Integer) (Object) null));
        attempt("monitor", () -> {
            synchronized (node.next) {
                System.out.println("entered");
            }
        });
        attempt("throw null", () -> {
            throw null;
        });
        attempt("index read", () -> System.out.println(ints[2]));
        attempt("index write", () -> ints[-1] = 3);
        attempt("index increment", () -> ints[7]++);
        attempt("negative size", () -> System.out.println(new int[ints[0] - 1].length));
        attempt("negative rows", () -> System.out.println(new int[2][ints[0] - 3].length));
        attempt("array store", () -> {
            Object[] strings = new String[1];
            strings[0] = 1;
        });
        attempt("cast", () -> System.out.println(((String) (Object) node).length()));
        attempt("division", () -> System.out.println(1 / ints[0]));
        attempt("recursion", () -> {
            node.next = new Node();
            node.next.next = new Node();
            System.out.println(depth(node));
            node.next.next.next = node.next;
            node.next.next.data[0] = depth(null);
        });
    }
}
