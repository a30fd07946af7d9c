import iconv from 'iconv-lite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
afterEach(() => sandbox.reset())

type Answer = {
  id?: string
  program?: string
  labels?: { shipment_no: string; tracking_no: string }[]
  refusals: { row: number; column: string; reason: string }[]
}
async function drop(content: Uint8Array, query = ''): Promise<Answer & { status: number }> {
  const answer = await fetch(`${sandbox.url}/sandbox/carriers/files?file_name=label.csv${query}`, {
    method: 'POST',
    body: new Uint8Array(content),
  })
  return { status: answer.status, ...((await answer.json()) as Answer) }
}
const back = async ({ id }: Answer) =>
  new Uint8Array(await (await fetch(`${sandbox.url}/sandbox/carriers/files/${id}`)).arrayBuffer())

/** Builds a line from cells by position, counted from 1. */
const row = (count: number, cells: Record<number, string>) =>
  Array.from({ length: count }, (_, at) => cells[at + 1] ?? '')
const plain = (...rows: string[][]) => rows.map((fields) => `${fields.join(',')}\r\n`).join('')
const quoted = (...rows: string[][]) => rows.map((fields) => `"${fields.join('","')}"\r\n`).join('')
const sjis = (text: string) => iconv.encode(text, 'cp932')
const marked = (text: string) => Buffer.from(`\ufeff${text}`)

const b2 = (cells: Record<number, string> = {}) =>
  row(97, {
    1: '261121AAAAAA',
    2: '0',
    3: '0',
    5: '2026/11/21',
    6: '2026/11/23',
    7: '1416',
    9: '09000000001',
    11: '2480006',
    12: '神奈川県鎌倉市小町0-0-1',
    16: '山口 花子',
    20: '0120000000',
    22: '1000101',
    23: '東京都大島町元町0-0',
    25: '椿野',
    28: '化粧品',
    40: '0312345678',
    42: '01',
    ...cells,
  })
const ehidenHead = row(74, {
  3: 'お届け先電話番号',
  4: 'お届け先郵便番号',
  5: 'お届け先住所１',
  6: 'お届け先住所２',
  7: 'お届け先住所３',
  8: 'お届け先名称１',
  9: 'お届け先名称２',
  10: 'お客様管理番号',
  11: 'お客様コード',
  18: 'ご依頼主電話番号',
  19: 'ご依頼主郵便番号',
  20: 'ご依頼主住所１',
  21: 'ご依頼主住所２',
  22: 'ご依頼主名称１',
  24: '荷姿',
  25: '品名１',
  26: '品名２',
  42: '出荷個数',
  43: 'スピード指定',
  44: 'クール便指定',
  45: '配達日',
  46: '配達指定時間帯',
  48: '代引金額',
  49: '消費税',
  55: '営業所受取',
  56: 'SRC区分',
  58: '元着区分',
  61: '出荷日',
})
const ehiden = (cells: Record<number, string> = {}) =>
  row(74, {
    3: '0110000000',
    4: '060-0001',
    5: '北海道札幌市中央区北一条西',
    6: '0-0',
    8: '高橋 一郎',
    10: '261121BBBBBB',
    11: '0312345678',
    18: '0120000000',
    19: '100-0101',
    20: '東京都大島町元町0-0',
    22: '椿野',
    24: '001',
    42: '1',
    43: '000',
    44: '003',
    45: '20261124',
    58: '1',
    61: '20261121',
    ...cells,
  })
const seven = (number: string) => Number(number.slice(0, 11)) % 7 === Number(number[11])

describe('a valid file', () => {
  it('B2クラウド prints it and returns the same layout with the numbers', async () => {
    const answer = await drop(sjis(plain(b2(), b2({ 1: '261121CCCCCC', 3: '2' }))))
    expect(answer).toMatchObject({ status: 200, program: 'b2cloud', refusals: [] })
    const [first, second] = answer.labels!
    expect([first!.shipment_no, second!.shipment_no]).toEqual(['261121AAAAAA', '261121CCCCCC'])
    expect(first!.tracking_no).not.toBe(second!.tracking_no)
    expect([first, second].map((one) => seven(one!.tracking_no))).toEqual([true, true])
    const text = iconv.decode(Buffer.from(await back(answer)), 'cp932')
    expect(text).toBe(plain(b2({ 4: first!.tracking_no }), b2({ 1: '261121CCCCCC', 3: '2', 4: second!.tracking_no })))
  })

  it('e飛伝Ⅲ returns 91 columns, with its number in groups of four', async () => {
    const answer = await drop(marked(quoted(ehidenHead, ehiden())))
    expect(answer).toMatchObject({ status: 200, program: 'ehiden3' })
    const [, row] = iconv.decode(Buffer.from(await back(answer)), 'cp932').split('\r\n')
    const fields = row!.slice(1, -1).split('","')
    expect(fields).toHaveLength(91)
    expect([fields[0]!.replaceAll('-', ''), fields[18], fields[2]]).toEqual([
      answer.labels![0]!.tracking_no,
      '261121BBBBBB',
      '20261121',
    ])
    expect(fields[0]).toMatch(/^\d{4}-\d{4}-\d{4}$/)
  })

  it('is printed again with other numbers when it is sent again', async () => {
    const content = sjis(plain(b2()))
    const [a, b] = [await drop(content), await drop(content)]
    expect(a.labels![0]!.shipment_no).toBe(b.labels![0]!.shipment_no)
    expect(a.labels![0]!.tracking_no).not.toBe(b.labels![0]!.tracking_no)
    const page = await (await fetch(`${sandbox.url}/sandbox/carriers/?done=${b.id}`)).text()
    expect(page).toContain('送り状を1枚発行しました')
    expect(await (await fetch(`${sandbox.url}/sandbox/carriers/files.json`)).json()).toMatchObject({
      files: [{ id: b.id }, { id: a.id }],
    })
  })
})

describe('files that the programs reject', () => {
  const cases: [what: string, cells: Record<number, string>, column: string, reason: string][] = [
    ['a name that is too long', { 16: 'あ'.repeat(17) }, 'お届け先名', '全角16文字までです。'],
    ['no name', { 16: '' }, 'お届け先名', '入力されていません。'],
    ['機種依存文字', { 13: '㈱椿' }, 'お届け先住所（アパートマンション名）', '「㈱」は環境依存文字です。'],
    ['a sign of IBM', { 16: '髙橋' }, 'お届け先名', '「髙」は環境依存文字です。'],
    [
      'a street that is too long after its town',
      { 12: `神奈川県鎌倉市${'あ'.repeat(17)}` },
      'お届け先住所',
      '全角16文字までです。',
    ],
    [
      'another prefecture than the postcode’s',
      { 12: '東京都千代田区丸の内1' },
      'お届け先住所',
      '郵便番号と都道府県が一致しません。',
    ],
    ['a time that it does not offer', { 7: '1214' }, '配達時間帯', '「1214」はコードにありません。'],
    ['a day that there is not', { 6: '2026/11/31' }, 'お届け予定（指定）日', '日付が正しくありません。'],
    ['a day before the parcel leaves', { 6: '2026/11/20' }, 'お届け予定（指定）日', '出荷予定日から7日以内です。'],
    ['ネコポス with an hour', { 2: 'A', 6: '' }, '配達時間帯', '指定できません。'],
    ['コレクト without an amount', { 2: '2' }, 'コレクト代金引換額（税込）', '入力されていません。'],
    ['a phone number that is none', { 9: '0312' }, 'お届け先電話番号', '電話番号の桁数が正しくありません。'],
    ['a number before it is given', { 4: '123456789012' }, '伝票番号', '指定できません。'],
  ]
  it.each(cases)('%s', async (_, cells, column, reason) => {
    const answer = await drop(sjis(plain(b2(), b2({ 1: '261121CCCCCC', ...cells }))))
    expect(answer).toMatchObject({ status: 422, refusals: [{ row: 2, column, reason }] })
    expect(answer.refusals).toHaveLength(1)
    expect(await (await fetch(`${sandbox.url}/sandbox/carriers/files.json`)).json()).toEqual({ files: [] })
  })

  it('the same number twice, another encoding, other columns, other line ends, nothing at all', async () => {
    const reasons = async (content: Uint8Array, query?: string) => {
      const { status, refusals } = await drop(content, query)
      expect(status).toBe(422)
      return refusals.map(({ row, reason }) => `${row} ${reason}`)
    }
    expect(await reasons(sjis(plain(b2(), b2())))).toEqual(['2 「261121AAAAAA」が前の行にもあります。'])
    expect(await reasons(marked(plain(b2())))).toEqual(['0 文字コードが正しくありません。'])
    expect(await reasons(Buffer.from(plain(b2())), '&program=b2cloud')).toEqual(['0 文字コードが正しくありません。'])
    expect(await reasons(sjis(plain(b2(), [...b2(), ''])))).toEqual(['2 項目の数が違います（97項目のところ98項目）。'])
    expect(await reasons(sjis(plain(b2()).replaceAll('\r', '')), '&program=b2cloud')).toEqual([
      '1 引用符か改行の位置が正しくありません（行の終わりはCR+LFです）。',
    ])
    expect(await reasons(marked(quoted(ehiden())))).toEqual(['0 1行目に項目名がありません。'])
    expect(await reasons(marked(quoted(ehidenHead)))).toEqual(['0 荷物の行がありません。'])
    const swapped = ehidenHead.map((name) => (name === 'お届け先住所１' ? 'お届け先住所' : name))
    expect(await reasons(marked(quoted(swapped, ehiden())))).toEqual(['1 5番目の項目名が違います。'])
    expect(await reasons(sjis('名前,番号\r\n'))).toEqual([
      '0 どの送り状ソフトのファイルか、わかりません（項目の数が、どのソフトとも違います）。',
    ])
  })
})
