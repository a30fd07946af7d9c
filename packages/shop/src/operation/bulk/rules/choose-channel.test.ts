import { expect, test } from 'vitest'
import { chooseMessageChannel } from './choose-channel.ts'

const willing = {
  email: 'a@example.com',
  withdrawn_at: null,
  blocked_at: null,
  mail_magazine_flag: true,
  line_magazine_flag: true,
  is_friend: true,
  has_stopped_mail: false,
  has_stopped_line: false,
}
const on = new Date()
const stranger = { is_friend: false }

test.each([
  [{}, 'line', 'line'],
  [{ withdrawn_at: on, email: 'withdrawn:1' }, '退会', '退会'],
  [{ blocked_at: on }, '利用停止', '利用停止'],
  [{ email: '' }, 'line', 'line'],
  [{ line_magazine_flag: false }, 'line', 'mail'],
  [{ has_stopped_line: true }, 'line', 'mail'],
  [{ has_stopped_line: true, has_stopped_mail: true }, 'line', '配信を停止'],
  [{ line_magazine_flag: false, mail_magazine_flag: false }, 'line', '同意'],
  [stranger, 'mail', 'mail'],
  [{ ...stranger, email: 'nobody@' }, 'メールアドレス', 'メールアドレス'],
  [{ ...stranger, mail_magazine_flag: false }, 'mail', '同意'],
  [{ ...stranger, has_stopped_mail: true }, 'mail', '配信を停止'],
])('%j: a notice %s, an advert %s', (more, notice, advert) => {
  const reader = { ...willing, ...more }
  for (const [is_advert, expected] of [[false, notice] as const, [true, advert] as const]) {
    const { by, why } = chooseMessageChannel(reader, { is_advert, over_line: true })
    expect(by ?? why).toContain(expected)
  }
})

test('not over LINE, a friend gets it by mail', () => {
  for (const is_advert of [true, false])
    expect(chooseMessageChannel(willing, { is_advert, over_line: false })).toMatchObject({ by: 'mail' })
})
