/* tessera_boot.h: finds Java and Tessera, starts Java in this process, and checks before each call that it can be called.
 * Included by tessera.h; programs do not use it.
 *
 *   TESSERA_HOME        the folder of Tessera: a bundle (tessera.jar and lib) or a checkout in which ./tessera has been started;
 *                       otherwise the folder above that of the program or library, then that of this header
 *   TESSERA_CLASS_PATH  jars and folders instead of those of TESSERA_HOME
 *   TESSERA_JAVA_HOME   a JDK of version 25 or newer; otherwise JAVA_HOME, then `runtime` in TESSERA_HOME or beside the program
 *   TESSERA_JAVA_OPTS   more options of Java, separated by spaces; they win over those set here
 */
#ifndef TESSERA_BOOT_H
#define TESSERA_BOOT_H

#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__) && !defined(__USE_GNU)
typedef struct {
    const char *dli_fname;
    void *dli_fbase;
    const char *dli_sname;
    void *dli_saddr;
} Dl_info;
#ifdef __cplusplus
extern "C"
#endif
int dladdr(const void *address, Dl_info *info);
#endif

#define TESSERA_BOOT_LEAST_JAVA 25
#define TESSERA_BOOT_PATH 4096
#define TESSERA_BOOT_OPTIONS 128

/* One for the whole program: the linker merges those of all source files. */
typedef struct {
    pthread_mutex_t lock;
    const tessera_api *volatile table; /* null until Java runs */
    volatile int forked;               /* 1 in a forked child */
    void *segv;                        /* Java's handler of SIGSEGV */
} tessera_boot_process;

#ifdef __cplusplus
extern "C" {
#endif
extern __attribute__((weak)) tessera_boot_process tessera_boot_state;
__attribute__((weak)) tessera_boot_process tessera_boot_state = {PTHREAD_MUTEX_INITIALIZER, NULL, 0, NULL};
#ifdef __cplusplus
}
#endif

static __thread char tessera_boot_error[4096];

/* ---- JNI by the numbers of its functions, which its specification fixes: no jni.h is needed ---- */

typedef void **tessera_boot_jni; /* JNIEnv * or JavaVM *: points to a table of functions */

enum {
    TESSERA_BOOT_FIND_CLASS = 6,
    TESSERA_BOOT_EXCEPTION_OCCURRED = 15,
    TESSERA_BOOT_EXCEPTION_CLEAR = 17,
    TESSERA_BOOT_GET_OBJECT_CLASS = 31,
    TESSERA_BOOT_GET_METHOD_ID = 33,
    TESSERA_BOOT_CALL_OBJECT_METHOD_A = 36,
    TESSERA_BOOT_GET_STATIC_METHOD_ID = 113,
    TESSERA_BOOT_CALL_STATIC_LONG_METHOD_A = 134,
    TESSERA_BOOT_GET_STRING_UTF_CHARS = 169,
    TESSERA_BOOT_RELEASE_STRING_UTF_CHARS = 170,
    TESSERA_BOOT_DETACH_CURRENT_THREAD = 5,    /* of JavaVM */
    TESSERA_BOOT_ATTACH_CURRENT_AS_DAEMON = 7, /* of JavaVM */
    TESSERA_BOOT_JNI_10 = 0x000a0000
};

typedef struct {
    char *text;
    void *extra;
} tessera_boot_option;

typedef struct {
    int32_t version;
    int32_t count;
    tessera_boot_option *options;
    unsigned char ignore_unknown;
} tessera_boot_arguments;

typedef union {
    int32_t i;
    int64_t j;
    void *l;
} tessera_boot_value;

/* As a number: ISO C converts no pointer to an object into one to a function. */
static inline uintptr_t tessera_boot_function(tessera_boot_jni of, int number) {
    return (uintptr_t)((void **)*of)[number];
}

static inline void *tessera_boot_call(tessera_boot_jni env, int number, void *a, const void *b, const void *c) {
    return ((void *(*)(tessera_boot_jni, void *, const void *, const void *))tessera_boot_function(env, number))(
        env, a, b, c);
}

/* ---- texts ---- */

typedef struct {
    char *data;
    size_t length;
} tessera_boot_text;

static inline int tessera_boot_append(tessera_boot_text *to, const char *more) {
    size_t added = strlen(more);
    char *longer = (char *)realloc(to->data, to->length + added + 1);
    if (longer == NULL) return 0;
    memcpy(longer + to->length, more, added + 1);
    to->data = longer;
    to->length += added;
    return 1;
}

static inline int32_t tessera_boot_fail(int32_t code, const char *what, const char *detail) {
    snprintf(tessera_boot_error, sizeof tessera_boot_error, "%.3000s%.1000s", what, detail);
    return code;
}

static inline const char *tessera_boot_variable(const char *name) {
    const char *value = getenv(name);
    return value != NULL && *value != '\0' ? value : NULL;
}

static inline int tessera_boot_join(char *to, const char *folder, const char *rest) {
    int length = snprintf(to, TESSERA_BOOT_PATH, "%s%s", folder, rest);
    return length > 0 && length < TESSERA_BOOT_PATH;
}

static inline int tessera_boot_readable(const char *folder, const char *rest) {
    char path[TESSERA_BOOT_PATH];
    return tessera_boot_join(path, folder, rest) && access(path, R_OK) == 0;
}

static inline void tessera_boot_parent(char *path) {
    char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path)
        strcpy(path, slash == NULL ? "." : "/");
    else
        *slash = '\0';
}

/* ---- where Tessera and Java are ---- */

/* The folder of the program or library that contains this function. */
static inline void tessera_boot_own_folder(char *folder) {
    Dl_info info;
    void *self;
    void (*address)(char *) = tessera_boot_own_folder;
    memcpy(&self, &address, sizeof self);
    strcpy(folder, ".");
    if (dladdr(self, &info) != 0 && info.dli_fname != NULL) {
        char *full = realpath(info.dli_fname, NULL);
        if (full != NULL) {
            snprintf(folder, TESSERA_BOOT_PATH, "%s", full);
            tessera_boot_parent(folder);
            free(full);
        }
    }
}

static inline int tessera_boot_is_home(const char *folder) {
    return tessera_boot_readable(folder, "/tessera.jar") || tessera_boot_readable(folder, "/target/launcher/current");
}

/* Fills in the folder of Tessera; empty if there is none. */
static inline void tessera_boot_home(char *home) {
    const char *set = tessera_boot_variable("TESSERA_HOME");
    if (set != NULL) {
        snprintf(home, TESSERA_BOOT_PATH, "%s", set);
        return;
    }
    tessera_boot_own_folder(home);
    if (tessera_boot_is_home(home)) return;
    tessera_boot_parent(home);
    if (tessera_boot_is_home(home)) return;
    snprintf(home, TESSERA_BOOT_PATH, "%s", __FILE__); /* HOME/coupling/include/tessera_boot.h */
    for (int up = 0; up < 3; up++) tessera_boot_parent(home);
    if (!tessera_boot_is_home(home)) home[0] = '\0';
}

static inline int tessera_boot_is_jar(const char *name) {
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".jar") == 0;
}

/* Appends all jars of a folder: Java expands wildcards only for its launcher. */
static inline void tessera_boot_append_jars(tessera_boot_text *class_path, const char *folder) {
    DIR *open = opendir(folder);
    if (open == NULL) return;
    for (struct dirent *entry = readdir(open); entry != NULL; entry = readdir(open)) {
        if (tessera_boot_is_jar(entry->d_name)) {
            tessera_boot_append(class_path, ":");
            tessera_boot_append(class_path, folder);
            tessera_boot_append(class_path, "/");
            tessera_boot_append(class_path, entry->d_name);
        }
    }
    closedir(open);
}

/* The folder that ./tessera has built in a checkout; 0 if there is none. */
static inline int tessera_boot_built(const char *home, char *app) {
    char path[TESSERA_BOOT_PATH], name[256];
    FILE *file;
    int found;
    if (!tessera_boot_join(path, home, "/target/launcher/current")) return 0;
    file = fopen(path, "r");
    if (file == NULL) return 0;
    found = fscanf(file, "%255s", name) == 1;
    fclose(file);
    return found && snprintf(app, TESSERA_BOOT_PATH, "%s/target/launcher/%s", home, name) < TESSERA_BOOT_PATH;
}

static inline int32_t tessera_boot_class_path(const char *home, tessera_boot_text *class_path) {
    char folder[TESSERA_BOOT_PATH], lib[TESSERA_BOOT_PATH];
    const char *set = tessera_boot_variable("TESSERA_CLASS_PATH");
    tessera_boot_append(class_path, "-Djava.class.path=");
    if (set != NULL) {
        tessera_boot_append(class_path, set);
    } else if (*home != '\0' && tessera_boot_readable(home, "/tessera.jar") && tessera_boot_join(lib, home, "/lib")) {
        tessera_boot_append(class_path, home);
        tessera_boot_append(class_path, "/tessera.jar");
        tessera_boot_append_jars(class_path, lib);
    } else if (*home != '\0' && tessera_boot_built(home, folder) && tessera_boot_readable(folder, "/classes") &&
               tessera_boot_join(lib, folder, "/lib")) {
        tessera_boot_append(class_path, folder);
        tessera_boot_append(class_path, "/classes");
        tessera_boot_append_jars(class_path, lib);
    } else {
        return tessera_boot_fail(TESSERA_NO_JAVA,
                                 "Tessera was not found: neither tessera.jar nor a build by ./tessera is in ",
                                 *home != '\0' ? home : "the folders of this program and of its header; set TESSERA_HOME");
    }
    return class_path->data != NULL ? TESSERA_OK : tessera_boot_fail(TESSERA_NO_MEMORY, "no memory for paths", "");
}

/* The version of the JDK in a folder; 0 if its file `release` does not say. */
static inline int tessera_boot_java_version(const char *java_home) {
    char path[TESSERA_BOOT_PATH], line[512];
    int version = 0;
    FILE *file = tessera_boot_join(path, java_home, "/release") ? fopen(path, "r") : NULL;
    if (file == NULL) return 0;
    while (version == 0 && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "JAVA_VERSION=\"%d", &version) == 1 && version == 1) version = 8; /* "1.8.0" */
    }
    fclose(file);
    return version;
}

/* Fills in the library of Java. */
static inline int32_t tessera_boot_libjvm(const char *home, char *library) {
    static const char *const names[] = {"TESSERA_JAVA_HOME", "JAVA_HOME"};
    char text[TESSERA_BOOT_PATH], folder[TESSERA_BOOT_PATH];
    for (int place = 0; place < 4; place++) {
        const char *set = place < 2 ? tessera_boot_variable(names[place]) : NULL;
        int version;
        if (place < 2 && set == NULL) continue;
        if (place < 2)
            snprintf(folder, sizeof folder, "%s", set);
        else if (place == 2)
            snprintf(folder, sizeof folder, "%.4080s/runtime", home);
        else {
            tessera_boot_own_folder(folder);
            if (strlen(folder) + 9 < sizeof folder) strcat(folder, "/runtime");
        }
        if (!tessera_boot_readable(folder, "/lib/server/libjvm.so")) {
            if (place != 0) continue;
            snprintf(text, sizeof text, "TESSERA_JAVA_HOME=%.2000s has no lib/server/libjvm.so. ", set);
            return tessera_boot_fail(TESSERA_NO_JAVA, text, "Set it to the folder of a JDK of version 25 or newer.");
        }
        version = tessera_boot_java_version(folder);
        if (version != 0 && version < TESSERA_BOOT_LEAST_JAVA) {
            snprintf(text, sizeof text, "%.2000s is Java %d, but Tessera needs Java %d or newer. ", folder, version,
                     TESSERA_BOOT_LEAST_JAVA);
            return tessera_boot_fail(TESSERA_NO_JAVA, text, "Set TESSERA_JAVA_HOME to the folder of one.");
        }
        tessera_boot_join(library, folder, "/lib/server/libjvm.so");
        return TESSERA_OK;
    }
    return tessera_boot_fail(TESSERA_NO_JAVA, "no Java found: set TESSERA_JAVA_HOME or JAVA_HOME to the folder of a JDK of ",
                             "version 25 or newer");
}

/* ---- options ---- */

typedef struct {
    tessera_boot_option list[TESSERA_BOOT_OPTIONS];
    int count;
} tessera_boot_options;

static inline void tessera_boot_add(tessera_boot_options *options, const char *text, size_t length) {
    char *copy = options->count < TESSERA_BOOT_OPTIONS ? (char *)malloc(length + 1) : NULL;
    if (copy == NULL) return;
    memcpy(copy, text, length);
    copy[length] = '\0';
    options->list[options->count].text = copy;
    options->list[options->count++].extra = NULL;
}

/* The lines of a file `jvm.options` that are no comments. */
static inline void tessera_boot_add_file(tessera_boot_options *options, const char *home) {
    char path[TESSERA_BOOT_PATH], line[1024];
    FILE *file = *home != '\0' && tessera_boot_join(path, home, "/jvm.options") ? fopen(path, "r") : NULL;
    if (file == NULL) return;
    while (fgets(line, sizeof line, file) != NULL) {
        size_t length = strcspn(line, "\r\n");
        if (length > 0 && line[0] == '-') tessera_boot_add(options, line, length);
    }
    fclose(file);
}

static inline void tessera_boot_add_words(tessera_boot_options *options, const char *words) {
    while (words != NULL && *words != '\0') {
        size_t length = strcspn(words, " ");
        if (length > 0) tessera_boot_add(options, words, length);
        words += length + (words[length] == ' ');
    }
}

static inline void tessera_boot_all_options(tessera_boot_options *options, const char *home, const char *class_path) {
    options->count = 0;
    tessera_boot_add_file(options, home);
    /* -Xrs: SIGINT, SIGTERM and SIGHUP stay the program's. -Xmx: Java's default is a quarter of the memory for each
       rank of a job; populations are outside of it. */
    tessera_boot_add_words(options, "-Xrs -XX:+UseSerialGC -Xmx1g -Djava.awt.headless=true");
    tessera_boot_add(options, class_path, strlen(class_path));
    tessera_boot_add_words(options, tessera_boot_variable("TESSERA_JAVA_OPTS"));
}

/* ---- start ---- */

/* Takes the pending exception away, if any, and returns 1 with its text as the error. */
static inline int tessera_boot_exception(tessera_boot_jni env) {
    void *thrown = tessera_boot_call(env, TESSERA_BOOT_EXCEPTION_OCCURRED, NULL, NULL, NULL);
    void *type, *method, *string;
    const char *text;
    if (thrown == NULL) return 0;
    tessera_boot_call(env, TESSERA_BOOT_EXCEPTION_CLEAR, NULL, NULL, NULL);
    type = tessera_boot_call(env, TESSERA_BOOT_GET_OBJECT_CLASS, thrown, NULL, NULL);
    method = tessera_boot_call(env, TESSERA_BOOT_GET_METHOD_ID, type, "toString", "()Ljava/lang/String;");
    string = tessera_boot_call(env, TESSERA_BOOT_CALL_OBJECT_METHOD_A, thrown, method, NULL);
    text = string == NULL ? NULL
                          : (const char *)tessera_boot_call(env, TESSERA_BOOT_GET_STRING_UTF_CHARS, string, NULL, NULL);
    tessera_boot_fail(TESSERA_NO_JAVA, "Tessera did not start in Java: ", text == NULL ? "an exception without text" : text);
    if (text != NULL) tessera_boot_call(env, TESSERA_BOOT_RELEASE_STRING_UTF_CHARS, string, text, NULL);
    return 1;
}

static inline int32_t tessera_boot_table_of(tessera_boot_jni env, const tessera_api **table) {
    tessera_boot_value version;
    void *method, *type = tessera_boot_call(env, TESSERA_BOOT_FIND_CLASS, (void *)"dev/tessera/coupling/NativeTable", NULL,
                                            NULL);
    if (type == NULL) {
        tessera_boot_call(env, TESSERA_BOOT_EXCEPTION_CLEAR, NULL, NULL, NULL);
        return tessera_boot_fail(TESSERA_NO_JAVA, "Tessera's classes are not on the class path of this Java. ",
                                 "Check TESSERA_CLASS_PATH, or unset it and set TESSERA_HOME");
    }
    method = tessera_boot_call(env, TESSERA_BOOT_GET_STATIC_METHOD_ID, type, "table", "(I)J");
    if (tessera_boot_exception(env)) return TESSERA_NO_JAVA;
    version.j = 0;
    version.i = TESSERA_ABI;
    int64_t address = ((int64_t(*)(tessera_boot_jni, void *, void *, const tessera_boot_value *))tessera_boot_function(
        env, TESSERA_BOOT_CALL_STATIC_LONG_METHOD_A))(env, type, method, &version);
    if (tessera_boot_exception(env)) return TESSERA_NO_JAVA;
    *table = (const tessera_api *)(intptr_t)address;
    if ((*table)->abi != TESSERA_ABI || (*table)->bytes < sizeof(tessera_api))
        return tessera_boot_fail(TESSERA_NO_JAVA, "tessera.jar and tessera.h have different versions", "");
    return TESSERA_OK;
}

/* Creates the virtual machine, or joins the one that this process has. The thread is attached then. */
static inline int32_t tessera_boot_machine(tessera_boot_jni *vm, tessera_boot_jni *env) {
    typedef int32_t (*existing_f)(tessera_boot_jni *, int32_t, int32_t *);
    typedef int32_t (*create_f)(tessera_boot_jni *, tessera_boot_jni *, void *);
    typedef int32_t (*attach_f)(tessera_boot_jni, tessera_boot_jni *, void *);
    char home[TESSERA_BOOT_PATH], library[TESSERA_BOOT_PATH];
    tessera_boot_text class_path = {NULL, 0};
    tessera_boot_options options;
    tessera_boot_arguments arguments;
    existing_f existing;
    create_f create;
    int32_t running = 0, rc;
    void *loaded = dlopen("libjvm.so", RTLD_NOW | RTLD_NOLOAD);
    tessera_boot_home(home);
    if (loaded == NULL) {
        rc = tessera_boot_libjvm(home, library);
        if (rc != TESSERA_OK) return rc;
        rc = tessera_boot_class_path(home, &class_path);
        if (rc != TESSERA_OK) return rc;
        loaded = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
        if (loaded == NULL) return tessera_boot_fail(TESSERA_NO_JAVA, "Java cannot be loaded: ", dlerror());
    }
    existing = (existing_f)(uintptr_t)dlsym(loaded, "JNI_GetCreatedJavaVMs");
    create = (create_f)(uintptr_t)dlsym(loaded, "JNI_CreateJavaVM");
    if (existing == NULL || create == NULL) return tessera_boot_fail(TESSERA_NO_JAVA, "libjvm.so is no Java", "");
    existing(vm, 1, &running);
    if (running > 0) {
        attach_f attach = (attach_f)tessera_boot_function(*vm, TESSERA_BOOT_ATTACH_CURRENT_AS_DAEMON);
        return attach(*vm, env, NULL) == 0 ? TESSERA_OK
                                           : tessera_boot_fail(TESSERA_NO_JAVA, "cannot join the running Java", "");
    }
    if (class_path.data == NULL) {
        rc = tessera_boot_class_path(home, &class_path);
        if (rc != TESSERA_OK) return rc;
    }
    tessera_boot_all_options(&options, home, class_path.data);
    arguments.version = TESSERA_BOOT_JNI_10;
    arguments.count = options.count;
    arguments.options = options.list;
    arguments.ignore_unknown = 0;
    rc = create(vm, env, &arguments); /* keeps no pointer to the options */
    for (int i = 0; i < options.count; i++) free(options.list[i].text);
    free(class_path.data);
    return rc == 0 ? TESSERA_OK
                   : tessera_boot_fail(TESSERA_NO_JAVA, "Java did not start (its reason is on stderr). Check ",
                                       "TESSERA_JAVA_OPTS and jvm.options");
}

static inline void *tessera_boot_segv_handler(void) {
    struct sigaction action;
    void *handler = NULL;
    if (sigaction(SIGSEGV, NULL, &action) == 0) memcpy(&handler, &action.sa_sigaction, sizeof handler);
    return handler;
}

static inline void tessera_boot_after_fork(void) { tessera_boot_state.forked = 1; }

typedef struct {
    int32_t code;
    char error[sizeof tessera_boot_error];
} tessera_boot_result;

/* Runs on a thread of its own: the virtual machine's first thread should not be the program's, and classes are found only
 * where no Java calls lie below. */
static inline void *tessera_boot_run(void *argument) {
    tessera_boot_result *result = (tessera_boot_result *)argument;
    tessera_boot_jni vm = NULL, env = NULL;
    const tessera_api *table = NULL;
    tessera_boot_error[0] = '\0';
    result->code = tessera_boot_machine(&vm, &env);
    if (result->code == TESSERA_OK) {
        result->code = tessera_boot_table_of(env, &table);
        ((int32_t(*)(tessera_boot_jni))tessera_boot_function(vm, TESSERA_BOOT_DETACH_CURRENT_THREAD))(vm);
    }
    if (result->code == TESSERA_OK) {
        tessera_boot_state.segv = tessera_boot_segv_handler();
        pthread_atfork(NULL, NULL, tessera_boot_after_fork);
        __sync_synchronize();
        tessera_boot_state.table = table;
    }
    memcpy(result->error, tessera_boot_error, sizeof result->error);
    return NULL;
}

static inline int32_t tessera_boot_start(void) {
    tessera_boot_result result = {TESSERA_OK, ""};
    pthread_t thread;
    pthread_mutex_lock(&tessera_boot_state.lock);
    if (tessera_boot_state.table == NULL) {
        if (pthread_create(&thread, NULL, tessera_boot_run, &result) == 0)
            pthread_join(thread, NULL);
        else
            result.code = tessera_boot_fail(TESSERA_NO_JAVA, "no thread could be started", "");
        if (result.code != TESSERA_OK && result.error[0] != '\0') tessera_boot_fail(result.code, result.error, "");
    }
    pthread_mutex_unlock(&tessera_boot_state.lock);
    return result.code;
}

/* ---- before and after each call ---- */

static inline int32_t tessera_boot_ready(void) {
    if (tessera_boot_state.forked)
        return tessera_boot_fail(TESSERA_FORKED, "Java does not survive fork(): ",
                                 "use Tessera in the parent only, or start it after forking");
    if (tessera_boot_state.table == NULL) {
        int32_t rc = tessera_boot_start();
        if (rc != TESSERA_OK) return rc;
    }
    if (tessera_boot_state.table->ended)
        return tessera_boot_fail(TESSERA_ENDED, "Java has been shut down, and with it all simulations", "");
    return TESSERA_OK;
}

/* Java uses SIGSEGV in normal operation. It calls a handler that was set before it started; one that is set later gets
 * Java's signals and ends the program. libjsig.so prevents that: it keeps both. */
static inline int32_t tessera_boot_ready_for_objects(void) {
    int32_t rc = tessera_boot_ready();
    void *program = rc == TESSERA_OK ? dlopen(NULL, RTLD_LAZY) : NULL;
    int has_libjsig;
    if (rc != TESSERA_OK) return rc;
    has_libjsig = program != NULL && dlsym(program, "JVM_get_signal_action") != NULL;
    if (program != NULL) dlclose(program);
    if (has_libjsig || tessera_boot_segv_handler() == tessera_boot_state.segv) return TESSERA_OK;
    return tessera_boot_fail(
        TESSERA_SIGNALS, "the program has replaced the handler of SIGSEGV after Java was started, which Java does not survive. ",
        "Set handlers (Palabos: catchStandardSignals()) before the first call of Tessera, or run with "
        "LD_PRELOAD=$JAVA_HOME/lib/libjsig.so");
}

/* Fetches the sentence of a call that failed. */
static inline int32_t tessera_boot_checked(int32_t code) {
    if (code != TESSERA_OK)
        tessera_boot_state.table->last_error(tessera_boot_error, (int64_t)sizeof tessera_boot_error);
    return code;
}

#endif
