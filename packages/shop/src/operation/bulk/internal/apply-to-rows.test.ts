import { expect, test } from 'vitest'
import { ShopError } from '../../../shop-error.ts'
import { bulkRowFailureText } from './apply-to-rows.ts'

test.each([
  [
    'ERROR_SUBSCRIPTION_CHANGED',
    '先に変更されました。(お届け先: A町 → 秘密町)',
    /^ほかの画面または端末で、先に変更されました。内容/,
  ],
  ['ERROR_SUBSCRIPTION_PAUSED', '休止中です。', /^休止中です。$/],
])('%s in a row says no word of what a member changed', (error, message, said) => {
  expect(bulkRowFailureText(new ShopError(409, error, message))).toMatch(said)
})
