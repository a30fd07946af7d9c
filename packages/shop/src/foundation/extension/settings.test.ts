import { extension_setting } from '@kushi/db/schema/extension'
import { audit_event } from '@kushi/db/schema/operator'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { operatorContext } from '../../testing/operator.ts'
import { changeExtensionSettings, listExtensionSettings } from './admin/settings.ts'
import type { Extension, SettingValue } from './extension.ts'
import { extensionSettings } from './extension-settings.ts'
import { hasExtensionSettings, registerExtensions } from './registered.ts'

const { db, close } = await testDatabase()
const manager = await operatorContext(db, 'manager')
afterAll(async () => {
  registerExtensions([])
  await close()
})

const gift = {
  name: 'gift',
  title: 'のし',
  shops: [2],
  settings: {
    words: { label: '表書き', default: '御祝' },
    most: { label: '名入れの上限', unit: '文字', min: 1, max: 10, default: 4 },
    fee: { label: '手数料', unit: '円', min: 0, default: 0 },
    is_on: { label: 'のしを受け付ける', hint: '外すと、注文の画面に出ません。', default: false },
    paper: { label: '紙', choices: { washi: '和紙', plain: '上質紙' }, default: 'plain' },
  },
} satisfies Extension
const save = (values: Record<string, SettingValue | null>) => changeExtensionSettings(manager, { name: 'gift', values })
const set = () => extensionSettings(manager, gift)

test('only a shop whose extensions declare settings has the screen', () => {
  registerExtensions([{ name: 'bare' }, { name: 'none', settings: {} }])
  expect(hasExtensionSettings(2)).toBe(false)
  registerExtensions([gift])
  expect([2, 3].map(hasExtensionSettings)).toEqual([true, false])
})

test('the screen gets what is declared; what it saves is used, and written in 操作履歴 in the operators’ words', async () => {
  registerExtensions([gift])
  await save({ words: '', most: 10, fee: 330, is_on: true, paper: 'washi' })
  const { items } = await listExtensionSettings(manager, {})
  expect(items).toMatchObject([{ name: 'gift', title: 'のし' }])
  expect(items[0]!.settings.slice(1)).toEqual([
    { name: 'most', label: '名入れの上限', hint: null, unit: '文字', value: 10, choices: null },
    { name: 'fee', label: '手数料', hint: null, unit: '円', value: 330, choices: null },
    {
      name: 'is_on',
      label: 'のしを受け付ける',
      hint: '外すと、注文の画面に出ません。',
      unit: null,
      value: true,
      choices: null,
    },
    {
      name: 'paper',
      label: '紙',
      hint: null,
      unit: null,
      value: 'washi',
      choices: [
        { value: 'washi', label: '和紙' },
        { value: 'plain', label: '上質紙' },
      ],
    },
  ])
  const [entry] = await db.select().from(audit_event)
  expect(entry).toMatchObject({
    subject: 'extension_setting',
    subject_id: 'gift',
    subject_name: 'のし',
    before: { 紙: '上質紙', 手数料: 0 },
    after: { 紙: '和紙', 手数料: 330 },
  })
})

test.each<[string, SettingValue | null, string]>([
  ['words', 1, '「表書き」の形が違います。'],
  ['most', null, '名入れの上限は半角数字で入力してください。'],
  ['most', '4', '名入れの上限は半角数字で入力してください。'],
  ['most', 1.5, '名入れの上限は半角数字で入力してください。'],
  ['most', 0, '名入れの上限は1から10の範囲で入力してください。'],
  ['most', 11, '名入れの上限は1から10の範囲で入力してください。'],
  ['fee', -1, '手数料は0以上の数で入力してください。'],
  ['is_on', 'true', '「のしを受け付ける」の形が違います。'],
  ['paper', 'gold', '紙を選択してください。'],
  ['paper', 'toString', '紙を選択してください。'],
  ['toString', 1, '「toString」という設定はありません。'],
])('%s: %j is refused beside its field, and nothing is saved', async (name, value, message) => {
  registerExtensions([gift])
  const before = await set()
  const fields = [{ path: `values.${name}`, message }]
  await expect(save({ fee: 550, [name]: value })).rejects.toMatchObject({ status: 422, fields })
  expect(await set()).toEqual(before)
})

test('a stored value that a later version refuses counts as not set', async () => {
  registerExtensions([gift])
  await save({ most: 9, paper: 'washi', words: '内祝' })
  const settings = { ...gift.settings, most: { ...gift.settings.most, max: 5 }, paper: { label: '紙', default: true } }
  expect(await extensionSettings(manager, { name: 'gift', settings })).toMatchObject({
    most: 4,
    paper: true,
    words: '内祝',
  })
  expect(await db.$count(extension_setting)).toBe(1)
})
