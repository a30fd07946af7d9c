import type { Plugin } from 'vite'

const OWNER = /^assets\/framework-/
const NAME = '$runtime'

/**
 * The bundler puts its few helpers into a separate file that every page requests. This plugin moves them into
 * `framework`, which is loaded before every file that needs them.
 */
export function oneRuntimePlugin(): Plugin {
  return {
    name: 'kushi:one-runtime',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    // Adds this plugin's effect to the hashes in the file names.
    augmentChunkHash: () => 'one-runtime 1',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
      const owner = chunks.find(({ fileName }) => OWNER.test(fileName))
      const [, body, exported] = /^(.*)export\{([^}]*)\};?\s*$/s.exec(runtime?.code ?? '') ?? []
      if (!runtime || !owner || body === undefined || exported === undefined)
        return this.error('the helpers of the bundler are no longer what they were: see one-runtime-plugin.ts')
      const pairs = exported.split(',').map((pair) => pair.split(' as '))
      const helpers = `const ${NAME}=(()=>{${body}return{${pairs.map(([local, name]) => `${name}:${local}`)}}})();`
      const wanted = new RegExp(`import(?:\\{([^}]*)\\}from)?"\\./${runtime.fileName.replace(/^assets\//, '')}";`)
      for (const chunk of chunks) {
        const taken = (_: string, names?: string) => (names ? `const{${names.replaceAll(' as ', ':')}}=${NAME};` : '')
        const code = chunk.code.replace(wanted, taken)
        if (chunk === owner) chunk.code = `${helpers}${code}export{${NAME}};`
        else if (code !== chunk.code)
          chunk.code = `import{${NAME}}from"./${owner.fileName.replace(/^assets\//, '')}";${code}`
      }
      delete bundle[runtime.fileName]
    },
  }
}
