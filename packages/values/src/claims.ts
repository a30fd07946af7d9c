/** A word that a text of the shop may not say, or only with proof. */
export interface RestrictedWord {
  /** The word as it is in the text. */
  word: string
  /** Which law, and why. */
  reason: string
  /** Other words. */
  instead: string
}

interface ClaimRule extends Omit<RestrictedWord, 'word'> {
  pattern: RegExp
}

/**
 * 薬機法 and 景品表示法: words that exceed the 56 effects of a cosmetic, or that need proof. A list to think about, not a
 * judgment: an operator may keep a word with a reason.
 */
const claimRules: readonly ClaimRule[] = [
  {
    pattern: /育毛|発毛|養毛|増毛|毛が生え|抜け毛|薄毛|脱毛(?:を|の)?(?:防|予防)/g,
    reason: '薬機法: 化粧品では、髪を生やす・抜けるのを防ぐとは言えません(化粧品の効能の範囲は56項目です)。',
    instead: '「髪にハリ、コシを与える」「頭皮をすこやかに保つ」',
  },
  {
    pattern: /治(?:る|り|す|療|癒)|効(?:く|き目|能|果)|(?:肌荒れ|乾燥|症状|体質|悩み)[をが]?改善|医薬|薬用/g,
    reason: '薬機法: 化粧品と雑貨、食品では、治療や医薬品のような効きめは言えません。',
    instead: '「うるおいを与える」「ととのえる」「いたわる」',
  },
  {
    pattern: /若返|アンチエイジング|老化(?:を|の)?(?:防|予防)|細胞|再生|ターンオーバー|浸透(?!\(角質層まで)/g,
    reason: '薬機法: 肌や髪の内側の働きは言えません。浸透は「角質層まで」と書き添えます。',
    instead: '「年齢に応じたお手入れ」「角質層まで」',
  },
  {
    pattern: /(?:シミ|しみ|シワ|しわ|ニキビ|白髪)[がをに]?(?:消|なく|治|防|効)|美白|ホワイトニング/g,
    reason: '薬機法: 化粧品で言えるのは「乾燥による小ジワを目立たなくする」(評価試験済みのもの)などに限られます。',
    instead: '「つやを与える」「キメをととのえる」',
  },
  {
    pattern: /アトピー|湿疹|かゆみを(?:止|抑|防)|殺菌|消炎|抗炎症|免疫|血行|血流|デトックス|解毒|ホルモン/g,
    reason: '薬機法: 病気や体の働きへの作用は、医薬品などでなければ言えません。',
    instead: '「すこやかに保つ」「清潔にする」',
  },
  {
    pattern: /痩せ|やせる|ダイエット|脂肪[をが]|血圧|血糖|便秘|がん(?:を|に|予防)|糖尿/g,
    reason: '薬機法・健康増進法: 食品では、体の働きや病気への効きめは言えません。',
    instead: '「毎日の食卓に」「ほっとする時間に」',
  },
  {
    pattern: /(?:ビタミン|コラーゲン|ヒアルロン酸|セラミド|アミノ酸|プラセンタ)[A-Za-z]*配合(?![(（])/g,
    reason: '薬機法: 成分を取り上げるときは、配合目的を書き添えます。',
    instead: '「配合(保湿成分)」のように',
  },
  {
    pattern:
      /No\.?\s?[1１]|Ｎｏ．?１|ナンバーワン|業界(?:初|一|最)|日本(?:初|一)|世界(?:初|一)|最高級|最安|唯一|売上(?:げ)?[1１一]位/gi,
    reason: '景品表示法: 一番であることは、客観的な調査の裏づけと、その出典がなければ言えません。',
    instead: '調査の名前と時期を書き添えるか、事実だけを書く',
  },
  {
    pattern: /絶対|必ず(?!お|ご|、)|100[%％]|１００[%％]|完全(?!予約)|永久|誰でも|全員が/g,
    reason: '景品表示法: すべての方に当てはまる裏づけがなければ、優良誤認になります。',
    instead: '「多くの方に」「お使いいただきやすい」',
  },
  {
    pattern: /いつでも(?:解約|やめ|キャンセル|休|止)|縛りなし|全額返金|返金保証/g,
    reason: '景品表示法・特定商取引法: 解約や返金の条件は、お店の設定のとおりに書きます。',
    instead: '「次回のお届けの○日前まで」のように、条件を書く',
  },
]

/** 特定電子メール法: words that advertise. A message with them is 広告. */
const sellingRules: readonly ClaimRule[] = [
  {
    pattern:
      /セール|割引|値引|値下げ|半額|半値|ハーフプライス|[0-9０-９一二三四五六七八九]割(?:引|オフ|安)|[0-9０-９]{1,3}(?:[%％]|パーセント)(?:OFF|オフ|引)|OFF|最安|今なら|いまなら|今だけ|いまだけ|期間限定|クーポン|キャンペーン|お得|おトク|特別価格|新商品|新発売|おすすめ|オススメ|限定(?:品|販売|発売)|プレゼント|送料無料|ポイント(?:[0-9０-９]+倍|還元|アップ)|お買い求め|ぜひ(?:この機会|ご覧|お試し|一度|ご利用|お求め|お使い)|ご購入はこちら|https?:\/\/[^\s/]+\/products\b[^\s」)）。、]*/gi,
    reason: '特定電子メール法: 商品をすすめる文は広告です。同意した方だけに、配信停止のリンクを付けて送ります。',
    instead: '種類を「広告」にするか、すすめる文を外す',
  },
]

/** Whether a field is 使用上の注意 of a label: a warning promises nothing. */
export const isWarningField = (field: string): boolean => field === 'label_cautions'

const plain = (text: string) => text.replace(/<[^>]*>/g, '').replace(/\{[^}]*\}/g, '')

function found(rules: readonly ClaimRule[], text: string): RestrictedWord[] {
  const words = new Map<string, RestrictedWord>()
  for (const { pattern, reason, instead } of rules)
    for (const [word] of plain(text).matchAll(pattern)) words.set(word, { word, reason, instead })
  return [...words.values()]
}

/** Each word of the text that 薬機法 or 景品表示法 restricts, once. */
export const findRestrictedWords = (text: string): RestrictedWord[] => found(claimRules, text)

/** Each word of the text that makes it an advert, once. */
export const findAdvertisingWords = (text: string): RestrictedWord[] => found(sellingRules, text)
