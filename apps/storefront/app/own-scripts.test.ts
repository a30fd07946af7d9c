import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { extractScriptHashes } from './own-scripts.ts'

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

test('only scripts with the mark of the rendering are its own; the page goes out without it', () => {
  const html = `<script nonce="m-1">one()</script><p><script>stranger()</script></p><script nonce="m-2">guessed()</script>
<script nonce="m-1" src="/a.js"></script><script type="module" nonce="m-1" async="">
two()
</script><script nonce="m-1">one()</script>`
  const taken = extractScriptHashes(html, 'm-1')
  expect(taken.hashes).toEqual([hash('one()'), hash('\ntwo()\n')])
  expect(taken.html).not.toContain('m-1')
  expect(taken.html).toContain('<script>stranger()</script>')
})
