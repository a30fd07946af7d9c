/** What お支払いできないときに使う方法 means, wherever it is named. */
export const secondWayText = (payment_name: string) =>
  `${payment_name}でのお支払いが断られ、くり返してもお支払いできないときだけ、その日のうちにこの方法に切り替えてお届けします。そのお届けの金額は、お知らせした金額を超えません。切り替えたときはメールでお知らせし、お届けのあとにマイページで元の方法に戻せます。`

/** What 2回目からのお支払い方法 means, where the way of the order pays the first delivery only. */
export const laterPaymentMethodText = (payment_name: string) =>
  `${payment_name}は、1回目のお届けだけのお支払いです。2回目からのお支払い方法をお選びください。クレジットカードは、マイページの「お支払い方法」に登録済みのカードをお選びいただけます。`
