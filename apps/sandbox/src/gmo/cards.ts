export type Brand = 'VISA' | 'MASTER' | 'JCB' | 'AMEX' | 'DINERS' | 'DISCOVER' | 'UNKNOWN'

/** How a card behaves. The number is discarded once this is known, because a vault never returns it. */
export type Behaviour = {
  /** `none`: the issuer does not support 3-D Secure. */
  threeDs: 'frictionless' | 'challenge' | 'fail' | 'none'
  /** ErrInfo with which the issuer declines the authorization. */
  decline?: string
  /** Declines only while the customer is absent (merchant-initiated): a later charge of a subscription. */
  declineUnattended?: string
}

export type TestCard = { number: string; key: string; brand: Brand; note: string } & Behaviour

/**
 * Every card number the sandbox knows. Any other number is declined as a wrong number (G65), so a real card has no
 * effect.
 */
export const TEST_CARDS: readonly TestCard[] = [
  card('4111111111111111', 'ok', 'VISA', 'frictionless', '認証画面なしで承認'),
  card(
    '4100000000000100',
    'challenge',
    'VISA',
    'challenge',
    '3-Dセキュアの認証画面が出る（コードは 1234）。認証すると承認',
  ),
  card('5555555555554444', 'ok-master', 'MASTER', 'frictionless', '認証画面なしで承認'),
  card('3530111333300000', 'ok-jcb', 'JCB', 'frictionless', '認証画面なしで承認'),
  card('378282246310005', 'ok-amex', 'AMEX', 'frictionless', '認証画面なしで承認（15桁、コードは4桁）'),
  card('36006666333344', 'ok-diners', 'DINERS', 'frictionless', '認証画面なしで承認（14桁）'),
  card('6011000990139424', 'ok-discover', 'DISCOVER', 'frictionless', '認証画面なしで承認'),
  card('4000000000000002', 'unusable', 'VISA', 'frictionless', '使えないカード（G12）', { decline: '42G120000' }),
  card('4000000000009995', 'balance', 'VISA', 'frictionless', '残高不足（G02）', { decline: '42G020000' }),
  card('4000000000000069', 'expired', 'VISA', 'frictionless', '有効期限の誤り（G83）', { decline: '42G830000' }),
  card('4000000000000127', 'cvc', 'VISA', 'frictionless', 'セキュリティコードの誤り（G44）', { decline: '42G440000' }),
  card('4000000000000119', 'network', 'VISA', 'frictionless', '通信障害、時間をおけば再試行できる（C01）', {
    decline: '42C010000',
  }),
  card('4000000000000341', 'later', 'VISA', 'frictionless', '登録と購入は承認、定期の自動課金だけ残高不足（G02）', {
    declineUnattended: '42G020000',
  }),
  card('4000000000003063', '3ds-fail', 'VISA', 'fail', '3-Dセキュアの認証に失敗（E21010001）'),
  card('4000000000003220', '3ds-none', 'VISA', 'none', '3-Dセキュアに対応していない（E21010201）'),
]

const UNKNOWN: Behaviour = { threeDs: 'frictionless', decline: '42G650000' }

function card(
  number: string,
  key: string,
  brand: Brand,
  threeDs: Behaviour['threeDs'],
  note: string,
  declines: Pick<Behaviour, 'decline' | 'declineUnattended'> = {},
): TestCard {
  return { number, key, brand, threeDs, note, ...declines }
}

/** What the vault stores of a card. */
export type VaultCard = { masked: string; key: string; brand: Brand; expire: string; holderName: string }

export function behaviourOf(key: string): Behaviour {
  return TEST_CARDS.find((known) => known.key === key) ?? UNKNOWN
}

export function toVault(number: string, expire: string, holderName: string): VaultCard {
  const known = TEST_CARDS.find((test) => test.number === number)
  return {
    masked: '*'.repeat(number.length - 4) + number.slice(-4),
    key: known?.key ?? 'unknown',
    brand: known?.brand ?? 'UNKNOWN',
    expire,
    holderName,
  }
}
