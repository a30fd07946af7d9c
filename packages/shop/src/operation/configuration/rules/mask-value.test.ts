import { PROVIDER_ACCOUNT_VARIABLES } from '@kushi/values/shop-account'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskAccountValue } from './mask-value.ts'

test.each([
  ['GMO_SHOP_ID', undefined, null],
  ['GMO_SHOP_ID', '9200000001234', '••••234'],
  ['GMO_SHOP_ID', '12345', '••••••••'],
  ['GMO_SHOP_PASS', 'abcdefghij', '••••••••'],
  ['SMTP_URL', 'smtp://user:password@mail.example:587', '••••••••'],
  ['GMO_BASE_URL', 'https://p01.mul-pay.jp', '本番'],
  ['GMO_BASE_URL', 'https://other.example', '••••••••'],
])('%s=%s is shown as %s', (name, value, shown) => expect(maskAccountValue(name, value)).toBe(shown))

test('no more than three characters of a stored value are ever shown', () => {
  const names = fc.constantFrom(...Object.keys(PROVIDER_ACCOUNT_VARIABLES))
  const text = fc.string({ minLength: 1 }).filter((value) => !value.includes('•') && value !== '0' && value !== '1')
  fc.assert(
    fc.property(names, text, (name, value) => {
      const shown = maskAccountValue(name, value)!.replaceAll('•', '')
      expect(shown.length).toBeLessThanOrEqual(3)
    }),
  )
})
