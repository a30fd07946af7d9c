/** A customer is told terms, money and days from the shop's data: neither code nor a text of the demo types them. */
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

const LITERAL =
  /[0-9][0-9,]*円|[0-9]+(?:営業)?日(?:前|以内|後|間)|全国一律|全国同じ|いつでも|返金は(?:ござい|あり)ません|解約料はかかりません|期限の定めは|0120-|〒0/

/** What may be typed, by a part of its line, and why. */
const inDemo: [part: string, reason: string][] = [
  ["phone_number: '0120-000-000'", 'the setting itself'],
  ["phone_number: '0120000000'", 'the sender on a label'],
  ["company_address: '", 'the setting itself'],
  ['割引額の1円未満は切り捨て', 'how a percentage is rounded, which no setting changes'],
]

const inCode: [part: string, reason: string][] = [
  ['全国一律${taxed', 'said only if every prefecture is charged the same'],
  ['解約料はかかりません', 'in the words of promise/rules, by the rule of the contract'],
  ['期限の定めはありません', 'in promise/rules/terms.ts, if no end is planned'],
  ["'0円です。'", 'in promise/rules/blocks.ts, if no method has a fee'],
  ["return '0円'", 'the same'],
  ['「45日ごと」', 'an example of an interval, beside its bounds'],
  ['例: 30日ごと', 'an example of an interval'],
  ['30日ごと', 'a choice of interval'],
  ['7日以内)', 'how long the link of a mail is good, which no setting changes'],
  ['必要になったら、いつでも登録し直せます', 'a member’s own addresses'],
  ['いつでも連携し直せます', 'linking LINE, which nothing closes'],
  ['いつでも解除できます', 'the same'],
  ['連携は、会員情報の画面からいつでも', 'the same'],
  ['連携は、会', 'the same'],
  ['友だち追加は、いつでも', 'the same'],
  ['いつでも停止できます', 'a link in each reminder, as 特定電子メール法 asks'],
  ['いつでも止められます', 'the same, in the words of the consent'],
  ['お届けの状況と領収書を、いつでも確認', 'a member’s own pages'],
  ['いつでもご登録いただけます', 'the same'],
  ['登録が、いつでもできます', 'the same'],
  ['Amazonの画面でいつでも', 'Amazon’s own screen'],
  ['ので、いつでもお手続きいただけます', 'leaving, said only if no delivery is to come'],
  ['1ポイントを1円として', 'what a point is, which no setting changes'],
  ['お支払い金額が0円のため', 'the amount that is 0'],
  ['いつでも(?:解約', 'the reader that asks for the condition'],
  ['pattern:', 'the same'],
  ['.test(said)', 'what promise/rules/disagreements.ts looks for in a text'],
  ['sql`concat(', 'which products it reads'],
  ["deadline: 'いつでも変更できます'", 'a delivery that failed: rules/lock.ts locks it at no time'],
  ['そのほかのお支払い方法は0円です', 'in promise/rules/blocks.ts, of methods without a fee'],
  ['0円にしてください', 'an error of a field for operators'],
  ['合計は1円以上', 'the same'],
  ['合計が0円を下回ります', 'the same'],
  ['URLの有効期限は3日間です', 'the invitation of an operator'],
  ["found: near('解約'", 'what the reader of the law page looks for'],
]

/** The operators' own screens and the contract: figures that no setting of the shop changes. */
const inAdmin: [part: string, reason: string][] = [
  ['入力してください', 'the bounds of a field'],
  ['1円単位', 'how exactly it is compared'],
  ['0円で調整なし', 'the amount that is 0'],
  ['お支払いが0円になること', 'the same, of points'],
  ['新しい注文を0円で', 'the same, of a 再送'],
  ['商品を0円で付ける', 'the same, of a gift'],
  ['ひとつもなければ0円', 'the same, of a payment without a fee'],
  ['0円にしてください', 'the same, of the lowest rank'],
  ['3日間くり返しても', 'how long a webhook is repeated'],
  ['5日間、一度も', 'the same'],
  ['3日間送り直し', 'the same'],
  ['30日間の記録', 'how long deliveries of webhooks are kept'],
  ['いつでも、もう一度公開', 'the shop’s own door'],
  ['いつでも同じ内容', 'a file of a closed month'],
  ['いつでも標準に戻せ', 'a text of the shop'],
  ['いつでも解けます', 'blocking a member, which an operator lifts'],
  ['60日間', 'the window of a list'],
  ["日以内',", 'the same, of a report'],
  ['1,000円未満のお買い上げ', 'the law’s own bound of gifts'],
  ['残っている返金はありません', 'that nothing is owed'],
  ['返金しないときは0円', 'what an operator types'],
]

async function literals(patterns: string[], allowed: typeof inCode): Promise<string[]> {
  const found: string[] = []
  for (const pattern of patterns)
    for await (const file of glob(pattern, {
      cwd: root,
      exclude: ['**/*.test.*', '**/testing/**', '**/node_modules/**'],
    }))
      for (const [n, line] of (await readFile(join(root, file), 'utf8')).split('\n').entries())
        if (LITERAL.test(line) && !/^\s*(?:\/?\*|\/\/)/.test(line) && !allowed.some(([part]) => line.includes(part)))
          found.push(`${file}:${n + 1}: ${line.trim()}`)
  return found
}

test('no text of the demo types what the settings say', async () => {
  expect(await literals(['packages/db/seed/demo/**/*.{html,ts}'], inDemo)).toEqual([])
})

test('no code that speaks to customers types it', async () => {
  const spoken = ['apps/storefront/app/**/*.{ts,tsx}', 'packages/shop/src/**/!(admin)/*.ts', 'packages/values/src/*.ts']
  expect(await literals(spoken, inCode)).toEqual([])
})

test('no code for operators, and no contract, types it', async () => {
  const asked = ['apps/admin/app/**/*.{ts,tsx}', 'packages/contract/src/**/*.ts', 'packages/shop/src/**/admin/*.ts']
  expect(await literals(asked, [...inCode, ...inAdmin])).toEqual([])
})
