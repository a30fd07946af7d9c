import { expect, test } from 'vitest'
import { type Carrier, trackingUrl } from './carrier.ts'

test.each<[Carrier | null, string | null, string | null]>([
  ['yamato', '1234-5678-9012', 'https://toi.kuronekoyamato.co.jp/cgi-bin/tneko?number=123456789012'],
  ['sagawa', '360000000000', 'https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo=360000000000'],
  [
    'japan_post',
    'EF 719 215 461 JP',
    'https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1=EF719215461JP',
  ],
  ['yamato', '1&x="', 'https://toi.kuronekoyamato.co.jp/cgi-bin/tneko?number=1x'],
  ['yamato', null, null],
  ['yamato', ' ', null],
  [null, '1234', null],
])('%s %s → %s', (carrier, number, url) => {
  expect(trackingUrl(carrier, number)).toBe(url)
})
