import { VoiceInput } from '@kushi/contract/admin/voice'
import type { VoiceOrigin } from '@kushi/values/voice'
import { expect, test } from 'vitest'
import { customerVoiceFailures } from './check-voice.ts'

const today = '2026-11-24'
const given: VoiceInput = {
  product_id: null,
  text: '毎晩使っています。',
  named_as: '40代・くせ毛',
  received_on: today,
  origin: 'own',
  consented_on: today,
  consent_note: 'アンケート',
  visible: true,
}

test.each<[string, Partial<VoiceInput>, VoiceOrigin | null, string[]]>([
  ['a voice with consent is shown', {}, null, []],
  ['also one for which goods were given', { origin: 'goods' }, 'own', []],
  ['without consent it is not shown', { consented_on: null }, null, ['consented_on']],
  ['neither is one for which money was given', { consented_on: null, origin: 'paid' }, 'paid', ['consented_on']],
  ['without consent it can wait', { consented_on: null, visible: false }, null, []],
  ['nobody has to consent to the text of a demo', { consented_on: null, origin: 'demo' }, 'demo', []],
  ['nobody writes a demo', { origin: 'demo' }, null, ['origin']],
  ['words of a customer do not become one', { origin: 'demo' }, 'own', ['origin']],
  ['a demo does not become words of a customer', { origin: 'own' }, 'demo', ['origin']],
  ['nothing is received tomorrow', { received_on: '2026-11-25' }, null, ['received_on']],
  ['nobody consented tomorrow', { consented_on: '2026-11-25' }, null, ['consented_on']],
])('%s', (_, change, was, fields) => {
  expect(customerVoiceFailures({ ...given, ...change }, was, today).map(({ path }) => path)).toEqual(fields)
})

test('a year that the database does not know is refused like any other wrong date', () => {
  for (const received_on of ['0000-12-31', '2026-02-30'])
    expect(VoiceInput.safeParse({ ...given, received_on }).error?.issues).toMatchObject([{ path: ['received_on'] }])
})
