import { expect, test } from 'vitest'
import { quoted } from './quoted.ts'

test.each([
  ['本つげ櫛', '「本つげ櫛」'],
  ['純椿油「しずく」', '「純椿油『しずく』」'],
  ['純椿油「しずく」沈丁花', '「純椿油『しずく』沈丁花」'],
  ['『はじめ』の三包', '「『はじめ』の三包」'],
])('%s in a sentence is %s', (name, expected) => expect(quoted(name)).toBe(expected))
