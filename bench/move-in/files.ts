const address = '椿,花子,つばき,はなこ,2480006,神奈川県,鎌倉市小町,1-2-3,メゾン椿201,09000000001'
const addressHeads = '姓,名,せい,めい,郵便番号,都道府県,市区町村,番地,建物名,電話番号'
const bcrypt = '$2y$10$BCryptRequires22Chrcte3wGKygnY/iXPuvUrzMR8f1xulwJ0TUO'

/** A date some weeks ahead, so that the shop's daily run has nothing to do. */
const next = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

/** Writes members.csv, addresses.csv, subscriptions.csv and orders.csv, each with `count` entries. */
export async function writeFiles(put: (name: string, text: string) => Promise<void>, count: number): Promise<void> {
  const rows = (head: string, row: (n: number) => string) =>
    `\ufeff${[head, ...Array.from({ length: count }, (_, n) => row(n + 1))].join('\r\n')}\r\n`
  await put(
    'members.csv',
    rows(
      `会員番号,メールアドレス,${addressHeads},GMO会員ID,メルマガ,登録日時,パスワードハッシュ`,
      (n) => `${n},moved${n}@example.com,${address},moved-${n},1,2022-04-01 10:00,${bcrypt}`,
    ),
  )
  await put(
    'addresses.csv',
    rows(`お届け先番号,会員番号,${addressHeads}`, (n) => `A${n},${n},${address}`),
  )
  await put(
    'subscriptions.csv',
    rows(
      '定期番号,会員番号,回数,次回お届け予定日,周期,間隔,日,商品コード,数量,単価,お支払方法,GMOカード連番,送料',
      (n) => `T${n},${n},5,${next},日付,1,15,TN-OIL-N030,1,1500,クレジットカード,0,660`,
    ),
  )
  await put(
    'orders.csv',
    rows(
      '注文番号,会員番号,注文日時,状態,定期番号,回数,商品コード,数量,単価,送料,合計,お支払方法,お届け日',
      (n) => `M${n},${n},2026-06-01 10:00,発送済み,T${n},4,TN-OIL-N030,1,1500,660,2160,クレジットカード,2026-06-10`,
    ),
  )
}
