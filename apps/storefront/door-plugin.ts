import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ID = 'virtual:doors'
const kept = fileURLToPath(new URL('./build/doors.json', import.meta.url))

/**
 * `import doors from 'virtual:doors'`: by their names below `assets/`, the files of the browser's build that are mere doors into
 * another: the bundler makes one for each entry whose code stands in a shared file. What such a file says is put into the page,
 * so that it is never asked for (`app/first-scripts.ts`).
 */
export function doorPlugin(): Plugin {
  return {
    name: 'kushi:doors',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null
      // The browser's build comes first; in development there is none.
      const doors = this.environment.mode === 'build' ? await readFile(kept, 'utf8') : '{}'
      return `export default ${doors}`
    },
    async writeBundle(_, bundle) {
      if (this.environment.name !== 'client') return
      const doors: Record<string, string> = {}
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.isEntry && isDoor(file.code))
          doors[file.fileName.replace(/^assets\//, '')] = file.code.trim()
      await mkdir(dirname(kept), { recursive: true })
      await writeFile(kept, JSON.stringify(doors))
    },
  }
}

/** Names of another file that are handed on, or one call of what another file has. */
const isDoor = (code: string) =>
  /^(export\{[^}]*\}from"\.\/[^"]+"|(import(\{[^}]*\}from)?"\.\/[^"]+";)+\w+\(\));?\s*$/.test(code)
