import { prefectures } from '@kushi/values/prefecture'
import { splitName, writtenPrefecture } from '@kushi/values/written-address'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AmazonPostalAddress } from '../../../ports/amazon-port.ts'
import { addressFromAmazon, amazonFrequency } from './amazon-address.ts'

const address: AmazonPostalAddress = {
  name: '山田 花子',
  postalCode: '150-0001',
  stateOrRegion: '東京都',
  city: '',
  addressLine1: '渋谷区神宮前1-2-3',
  addressLine2: 'つばきハイツ201',
  addressLine3: '',
  phoneNumber: '09012345678',
}

test.each([
  ['東京都', 13],
  ['東京', 13],
  [' Tokyo ', 13],
  ['Tokyo-to', 13],
  ['TŌKYŌ', 13],
  ['Osaka Prefecture', 27],
  ['Kyoto-fu', 26],
  ['Hyogo-ken', 28],
  ['hokkaido', 1],
  ['京都', 26],
  ['Gumma', 10],
  ['Ōita-ken', 44],
  ['Texas', null],
  ['', null],
])('%s is prefecture %s', (text, id) => {
  expect(writtenPrefecture(text)).toBe(id)
})

test('every prefecture is known with and without its last character', () => {
  for (const [at, name] of prefectures.entries()) {
    expect(writtenPrefecture(name)).toBe(at + 1)
    expect(writtenPrefecture(name.replace(/[都府県]$/, ''))).toBe(at + 1)
  }
})

test.each([
  ['山田 花子', '山田', '花子'],
  ['山田　花子', '山田', '花子'],
  ['佐藤太郎', '佐藤', '太郎'],
  ['長谷川潤一郎', '長谷川潤一郎', ''],
  ['Suzuki Ichiro', 'Suzuki', 'Ichiro'],
  ['', '', ''],
])('%s: %s and %s', (name, name01, name02) => {
  expect(splitName(name)).toEqual({ name01, name02 })
})

test.each<[Partial<AmazonPostalAddress>, object]>([
  [
    {},
    {
      postal_code01: '150',
      postal_code02: '0001',
      pref_id: 13,
      addr01: '渋谷区神宮前',
      addr02: '1-2-3',
      addr03: 'つばきハイツ201',
      phone_number: '09012345678',
    },
  ],
  [
    {
      addressLine1: '千代田区',
      addressLine2: '丸の内1-1-1',
      addressLine3: '丸の内ビル10F',
      phoneNumber: '+81 3-1234-5678',
    },
    { addr01: '千代田区丸の内', addr02: '1-1-1', addr03: '丸の内ビル10F', phone_number: '0312345678' },
  ],
  [
    { stateOrRegion: '', addressLine1: '大阪府大阪市北区梅田３−１−３　ビル５Ｆ', addressLine2: '' },
    { pref_id: 27, addr01: '大阪市北区梅田', addr02: '3-1-3', addr03: 'ビル5F' },
  ],
  [
    { addressLine1: '川上村大字迫', addressLine2: '番地なし' },
    { addr01: '川上村大字迫', addr02: '番地なし', addr03: '' },
  ],
  [
    { postalCode: '12', stateOrRegion: 'Texas', phoneNumber: '' },
    { postal_code01: '', postal_code02: '', pref_id: null, phone_number: '' },
  ],
])('%j', (written, ours) => {
  expect(addressFromAmazon({ ...address, ...written })).toMatchObject(ours)
})

test('only spaces, commas and the prefecture are removed from any address, and the phone becomes digits', () => {
  const line = fc.string({ unit: fc.constantFrom('渋', '谷', '1', '2', '-', ' ', 'F', '、'), maxLength: 12 })
  fc.assert(
    fc.property(line, line, line, fc.string(), (addressLine1, addressLine2, addressLine3, phoneNumber) => {
      const made = addressFromAmazon({ ...address, addressLine1, addressLine2, addressLine3, phoneNumber })
      const bare = (text: string) => text.replace(/\s/g, '')
      expect(bare(made.addr01 + made.addr02 + made.addr03)).toBe(bare(addressLine1 + addressLine2 + addressLine3))
      expect(made.phone_number).toMatch(/^\d*$/)
    }),
  )
})

test('the frequency in Amazon’s form', () => {
  const pattern = { param1: 2, param2: 10, param3: null }
  expect(amazonFrequency({ subscription_division_id: 1, ...pattern })).toEqual({ unit: 'Month', value: 2 })
  expect(amazonFrequency({ subscription_division_id: 2, ...pattern, param3: 1 })).toEqual({ unit: 'Month', value: 2 })
  expect(amazonFrequency({ subscription_division_id: 3, ...pattern, param1: 45 })).toEqual({ unit: 'Day', value: 45 })
  expect(amazonFrequency(null)).toEqual({ unit: 'Variable', value: 0 })
})
