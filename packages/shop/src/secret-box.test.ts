import { expect, test } from 'vitest'
import { secretBox } from './secret-box.ts'

const box = secretBox(['the first key, long enough'])

test('a sealed text can be opened, and differs every time', () => {
  expect(box.open(box.seal('秘密 secret'))).toBe('秘密 secret')
  expect(box.seal('a')).not.toBe(box.seal('a'))
  expect(box.seal('secret')).not.toContain('secret')
})

test('a new key comes first; texts sealed with the old one can still be opened', () => {
  const sealed = box.seal('secret')
  expect(secretBox(['the next key', 'the first key, long enough']).open(sealed)).toBe('secret')
  expect(() => secretBox(['the next key']).open(sealed)).toThrow('SECRET_KEY')
})

test('a changed text is refused', () => {
  const sealed = box.seal('secret')
  expect(() => box.open(`${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`)).toThrow()
})
