import { expect, test } from 'vitest'
import { CONSENT_VERSION, consentWordingText } from './consent.ts'

test('the words of each version: who changes them names a new version', () => {
  expect([CONSENT_VERSION, consentWordingText('purchase', 'mail'), consentWordingText('purchase', 'terms')]).toEqual([
    '2026-11',
    'お得なお知らせをメールで受け取る',
    '利用規約とプライバシーポリシーに同意する',
  ])
  expect(consentWordingText('profile', 'mail')).toBe(
    '新商品やお得なお知らせをお送りします。いつでも止められます。ご注文や定期便の大切なご連絡は、設定にかかわらずお送りします。メールで受け取る',
  )
  expect(consentWordingText('profile', 'line')?.endsWith('LINEで受け取る')).toBe(true)
  expect(consentWordingText('moved_in', 'mail')).toBeNull()
})
