import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ID = 'virtual:doors'
const kept = fileURLToPath(new URL('./build/doors.json', import.meta.url))

/**
 * `import doors from 'virtual:doors'`: the "door" files of the browser's build, by their names below `assets/`. A door
 * only re-exports another file; the bundler creates one for each entry whose code is in a shared file. The code of a
 * door is inlined into the page, so that the browser never requests it (`app/first-scripts.ts`).
 */
export function doorPlugin(): Plugin {
  return {
    name: 'kushi:doors',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null
      // The browser's build runs first. In development there is none.
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

/** Whether the code only re-exports names of another file, or only calls one function of it. */
const isDoor = (code: string) =>
  /^(export\{[^}]*\}from"\.\/[^"]+"|(import(\{[^}]*\}from)?"\.\/[^"]+";)+\w+\(\));?\s*$/.test(code)
