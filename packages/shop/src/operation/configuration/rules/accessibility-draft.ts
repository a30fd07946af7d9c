import {
  definitionListHtml,
  draftWarningHtml,
  escapeHtmlText,
  htmlBulletList,
  numberedChaptersHtml,
  type PolicyDraftFacts,
} from './policy-draft.ts'

/** アクセシビリティ方針のひな形: the aim (JIS X 8341-3), what the shop does for it, and whom to ask (障害者差別解消法 8条). */
export function accessibilityPolicyDraftHtml(facts: PolicyDraftFacts): string {
  const parts = numberedChaptersHtml(
    [
      [
        '対象と目標',
        `<p>「${escapeHtmlText(facts.shop_name)}」のすべてのページを対象に、JIS X 8341-3:2016の適合レベルAAに【準拠する/配慮する】ことを目標とします。</p>`,
      ],
      ['していること', done],
      [
        'まだできていないこと',
        '<p>【動画の字幕、PDFの文書など、ご不便のあるところと、直す予定を書いてください。なければ、この章を消してください】</p>',
      ],
      [
        'お手伝い',
        htmlBulletList([
          '画面でのお手続きがむずかしいときは、お申し付けください。ご注文の内容の確認、変更、解約を、{お電話}で承ります。【できるお手伝いに合わせて直してください】',
          '文字を大きくした書面、音声など、ご希望の方法でのご案内について、できるかぎりお応えします。',
        ]),
      ],
      [
        'お問い合わせ',
        definitionListHtml([
          ['窓口', '{販売業者}'],
          ['電話番号', '{電話番号}({電話の受付時間})'],
          ['メールアドレス', '{メールアドレス}'],
          ['お返事', '{お返事の目安}'],
        ]),
      ],
    ],
    (n) => `${n}. `,
  )
  return `<h1>アクセシビリティ方針</h1>
${draftWarningHtml}
<p>{販売業者}は、障害のある方もご高齢の方も、同じようにお買い物ができるよう、このショップを整えています。</p>

${parts}
<p>【年月日】 制定、【年月日】 試験</p>`
}

const done = htmlBulletList([
  'すべての操作を、マウスを使わずキーボードだけで行えます。',
  '文字を200%に大きくしても、内容と操作が失われません。',
  '文字と背景の明るさの差を、適合レベルAAの比以上にしています。',
  '写真には説明の文を付け、読み上げソフトで順に読めるようにしています。',
  '入力の誤りは、項目のそばに文で示します。',
  '【試験した日、方法、対象のページ、結果を書いてください】',
])
