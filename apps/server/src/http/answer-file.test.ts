import { expect, test } from 'vitest'
import { attachmentHeader } from './answer-file.ts'

test.each([
  ['領収書_K261121-7QK3M9XA.pdf', 'K261121-7QK3M9XA.pdf', '%E9%A0%98%E5%8F%8E%E6%9B%B8_K261121-7QK3M9XA.pdf'],
  ['a"b\r\n.pdf', 'ab.pdf', 'a%22b%0D%0A.pdf'],
  ["(1)'.pdf", '1.pdf', '%281%29%27.pdf'],
  ['領収書', 'download', '%E9%A0%98%E5%8F%8E%E6%9B%B8'],
])('%j is saved under its name', (name, ascii, encoded) => {
  expect(attachmentHeader(name)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`)
})
