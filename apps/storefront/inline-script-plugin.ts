import { readFile } from 'node:fs/promises'
import { minifySync, type Plugin, transformWithOxc } from 'vite'

const QUERY = '?inline-script'

/**
 * `import code from './early.ts?inline-script'`: the minified code of the file as a string, for an inline `<script>`.
 */
export function inlineScriptPlugin(): Plugin {
  return {
    name: 'kushi:inline-script',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null
      const file = id.slice(0, -QUERY.length)
      this.addWatchFile(file)
      const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, { target: 'es2019' })
      const small = minifySync('early.js', `(()=>{${code.replace(/^export\b.*$/gm, '')}})()`)
      if (small.errors.length) throw new Error(small.errors[0]!.message)
      return { code: `export default ${JSON.stringify(small.code)}`, moduleType: 'js' }
    },
  }
}
