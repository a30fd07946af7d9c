import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEmail } from './email.ts'

describe('isEmail', () => {
  test.each([
    'hanako@example.jp',
    'a@b.co',
    'hanako.yamada+shop@mail.example.co.jp',
    'a..b@docomo.ne.jp',
    'ab.@ezweb.ne.jp',
    '.ab-_@softbank.ne.jp',
    "o'hara/x@docomo.ne.jp",
    'a@xn--eckwd4c7c.xn--zckzah',
    `${'a'.repeat(64)}@example.jp`,
  ])('%s passes', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  test.each([
    '',
    'hanako',
    '@example.jp',
    'hanako@',
    'hanako@example',
    'hanako@example.',
    'hanako@.jp',
    'hanako@example..jp',
    'hanako@-example.jp',
    'hanako@example-.jp',
    'hanako@192.168.0.1',
    'hana ko@example.jp',
    'a@b@example.jp',
    'hanako@example.jp\n',
    'hanako@example.jp\r\nBcc: x@example.jp',
    'はなこ@example.jp',
    'ｈａｎａｋｏ@example.jp',
    'hanako＠example.jp',
    '"hana ko"@example.jp',
    `${'a'.repeat(65)}@example.jp`,
    `a@${'b'.repeat(63)}.${'b'.repeat(63)}.${'b'.repeat(63)}.${'b'.repeat(63)}.jp`,
    `a@${'b'.repeat(64)}.jp`,
  ])('%j does not', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  test('254 characters are the limit', () => {
    const address = (length: number) => `a@${'bcdefghij.'.repeat(24)}${'k'.repeat(length - 242)}`
    expect(isEmail(address(254))).toBe(true)
    expect(isEmail(address(255))).toBe(false)
  })

  test('a valid e-mail has one @ and nothing that could add a header', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.emailAddress(),
          fc.string(),
          fc.emailAddress().map((a) => `${a}\n`),
        ),
        (text) => {
          if (isEmail(text)) expect(text).toMatch(/^[^@\s<>(),;:"]+@[^@\s<>(),;:"]+$/)
        },
      ),
    )
  })
})
