import { expect, test } from 'vitest'
import { whyNotWrittenTo } from './why-not-written-to.ts'

const willing = {
  ...{ email: 'a@example.com', withdrawn_at: null, blocked_at: null },
  ...{ mail_magazine_flag: true, has_opted_out: false },
}
const on = new Date()

test.each([
  [{}, null, null],
  [{ withdrawn_at: on, email: 'withdrawn:1' }, '退会', '退会'],
  [{ blocked_at: on }, '利用停止', '利用停止'],
  [{ email: '' }, 'メールアドレス', 'メールアドレス'],
  [{ email: 'nobody@' }, 'メールアドレス', 'メールアドレス'],
  [{ mail_magazine_flag: false }, null, '同意'],
  [{ has_opted_out: true }, null, '配信を停止'],
])('%j: of a notice %s, of an advert %s', (more, notice, advert) => {
  const reader = { ...willing, ...more }
  for (const [is_advert, why] of [[false, notice] as const, [true, advert] as const]) {
    const told = whyNotWrittenTo(reader, is_advert)
    if (why === null) expect(told).toBeNull()
    else expect(told).toContain(why)
  }
})
