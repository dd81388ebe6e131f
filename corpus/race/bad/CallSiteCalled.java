// To link a call site makes visible what its bootstrap method has written, not what calls write later.
//@ mechanism thread basics: linked call sites

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.concurrent.atomic.AtomicBoolean;

public class CallSiteCalled {
    static final AtomicBoolean LINKED = new AtomicBoolean();

    static final class Site extends MutableCallSite {
        int filled;
        int calls;

        Site(MethodType type) {
            super(type);
        }

        int filled() {
            calls = filled; //~ race CallSiteCalled$Site.calls
            return filled;
        }
    }

    /** Named by the class that is made below. */
    public static CallSite bootstrap(MethodHandles.Lookup caller, String name, MethodType type) throws Exception {
        Site site = new Site(type);
        MethodHandle filled = MethodHandles.lookup().findVirtual(Site.class, "filled", MethodType.methodType(int.class));
        site.setTarget(filled.bindTo(site));
        site.filled = 7;
        return site;
    }

    public static void main(String[] args) throws Throwable {
        // A site of its own is linked first, so that what the JDK makes once is there, and no order comes from it.
        call(caller());
        MethodHandle caller = caller();
        Thread first = new Thread(() -> {
            call(caller);
            LINKED.setOpaque(true);
        });
        first.start();
        while (!LINKED.getOpaque()) {
            Thread.onSpinWait();
        }
        call(caller);
        first.join();
    }

    static void call(MethodHandle caller) {
        try {
            int value = (int) caller.invokeExact();
            if (value != 7) {
                throw new AssertionError(value);
            }
        } catch (Error error) {
            throw error;
        } catch (Throwable other) {
            throw new AssertionError(other);
        }
    }

    /** The method of a new class, which only has a dynamic call. */
    static MethodHandle caller() throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.lookup().defineHiddenClass(bytes(), true);
        return lookup.findStatic(lookup.lookupClass(), "call", MethodType.methodType(int.class));
    }

    static byte[] bytes() throws IOException {
        String bootstrap = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)"
                + "Ljava/lang/invoke/CallSite;";
        String[] texts = {"Caller", "java/lang/Object", "call", "()I", "Code", "BootstrapMethods", "CallSiteCalled",
            "bootstrap", bootstrap};
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(51);
        // The texts are 1 to 9.
        out.writeShort(18);
        for (String text : texts) {
            out.writeByte(1);
            out.writeUTF(text);
        }
        entry(out, 7, 1); // 10: this class
        entry(out, 7, 2); // 11: Object
        entry(out, 7, 7); // 12: CallSiteCalled
        entry(out, 12, 3, 4); // 13: call()I
        entry(out, 12, 8, 9); // 14: bootstrap
        entry(out, 10, 12, 14); // 15: the method
        out.writeByte(15); // 16: its handle
        out.writeByte(6);
        out.writeShort(15);
        entry(out, 18, 0, 13); // 17: the call
        shorts(out, 0x21, 10, 11, 0, 0, 1);
        shorts(out, 9, 3, 4, 1, 5);
        out.writeInt(12 + 6);
        shorts(out, 1, 0);
        out.writeInt(6);
        out.write(new byte[] {(byte) 186, 0, 17, 0, 0, (byte) 172});
        shorts(out, 0, 0);
        shorts(out, 1, 6);
        out.writeInt(6);
        shorts(out, 1, 16, 0);
        return bytes.toByteArray();
    }

    static void entry(DataOutputStream out, int tag, int... indexes) throws IOException {
        out.writeByte(tag);
        shorts(out, indexes);
    }

    static void shorts(DataOutputStream out, int... values) throws IOException {
        for (int value : values) {
            out.writeShort(value);
        }
    }
}
