import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { bytesSource, headsFingerprint, openCsvSheet } from './open-sheet.ts'

test('heads are compared in half width without blanks, and in their order', () => {
  expect(headsFingerprint(['オーダー ID'])).toBe(headsFingerprint(['オーダーＩＤ']))
  expect(headsFingerprint(['a', 'b'])).not.toBe(headsFingerprint(['b', 'a']))
})

const sheet = 'キャンペーン レポート\n期間,2026/11/01,2026/11/30\n日,費用\n2026-11-01,100\n'

test.each([
  ['UTF-8', Buffer.from(`\ufeff${sheet}`)],
  ['Shift_JIS', iconv.encode(sheet, 'cp932')],
  ['UTF-16, with tabs', iconv.encode(sheet.replaceAll(',', '\t'), 'utf-16le', { addBOM: true })],
])('a sheet in %s is opened at its heads, behind the lines before them', async (_, content) => {
  const { heads, rows } = await openCsvSheet(bytesSource(content), () => false)
  expect(heads).toEqual(['日', '費用'])
  expect(await Array.fromAsync(rows)).toMatchObject([
    {
      row: 4,
      cells: new Map([
        ['日', '2026-11-01'],
        ['費用', '100'],
      ]),
    },
  ])
  const known = await openCsvSheet(bytesSource(content), (found) => found.includes('2026/11/30'))
  expect(known.heads).toEqual(['期間', '2026/11/01', '2026/11/30'])
})

test('rows without heads are no sheet', async () => {
  await expect(
    openCsvSheet(bytesSource(Buffer.from('2026-11-01,A,100\n2026-11-02,A,100\n')), () => false),
  ).rejects.toMatchObject({
    fields: [{ message: '見出しの行が見つかりません。' }],
  })
})
