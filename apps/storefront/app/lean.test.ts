import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { leaner } from '../lean/lean-plugin.ts'

const parse = (code: string) => parseSync('file.js', code).program as never
const of = (functions: Record<string, string>, statements?: string[]) => ({
  file: 'file.js',
  functions,
  ...(statements && { statements }),
})

test('replaces the bodies of functions at any position, and removes statements', () => {
  const code =
    'function a() { function b(x) { return x + 1 } return b(2) }\nA.prototype.c = function () {}\nif (a) A.prototype.d = 2\nasync function e() { await 1 }'
  expect(leaner(code, parse(code), of({ b: 'return x', e: '' }, ['A.prototype.']))).toBe(
    'function a() { function b(x) {return x} return b(2) }\n;\nif (a) ;\nasync function e() {}',
  )
})

test('a changed library fails the build', () => {
  const code = 'function a() {}\nconst b = () => 1'
  expect(() => leaner(code, parse(code), of({ a: '', b: '' }, ['gone(']))).toThrow(/no longer has b, gone\(/)
})

/** What `lean/` removes from React and React Router. */
const leftOut = {
  react: ['Activity', 'SuspenseList', 'ViewTransition', 'useActionState'],
  'react-dom': ['preconnect', 'prefetchDNS', 'preinit', 'preinitModule', 'preload', 'preloadModule', 'useFormStatus'],
  'react-router': [
    'Form',
    'PrefetchPageLinks',
    'useActionData',
    'useBlocker',
    'useFetcher',
    'useFetchers',
    'useSubmit',
  ],
}

test('no screen uses the parts that the build removes', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const wrong: string[] = []
  for (const file of files.filter((name) => /(?<!\.test)\.tsx?$/.test(name))) {
    const code = readFileSync(join(import.meta.dirname, file), 'utf8')
    for (const [library, names] of Object.entries(leftOut)) {
      const [, imported = ''] = new RegExp(`import \\{([^}]*)\\} from '${library}'`).exec(code) ?? []
      for (const name of imported.split(',').map((part) => part.trim()))
        if (names.includes(name)) wrong.push(`${file}: ${name}`)
    }
    const [found] =
      /\b(clientAction|prefetch=|onBeforeInput|precedence=|action=\{(?!['"`]|useHref\()[^}]*=>)/.exec(code) ?? []
    if (found) wrong.push(`${file}: ${found}`)
  }
  expect(wrong).toEqual([])
})
