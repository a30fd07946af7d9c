/** The proof by which a browser became a 確認済みの端末 of a member. */
export const DEVICE_PROOF_NAME = {
  registered: '会員登録',
  passkey: 'パスキー',
  line: 'LINEログイン',
  code: '確認コード',
  mail: 'メールのURL',
} as const

export type DeviceProof = keyof typeof DEVICE_PROOF_NAME

/** A 確認済みの端末 that is not used is forgotten after so many days. */
export const DEVICE_DAYS = 180

/** The longest time for which browsers keep a cookie. */
export const DEVICE_COOKIE_DAYS = 400

/** The most devices of a member. A further one replaces the device that was not used for the longest time. */
export const MAX_DEVICES = 20

export const MAX_PASSKEYS = 10

/** 確認コード */
export const DEVICE_CODE = { digits: 6, minutes: 10, tries: 5 } as const

/** The purposes of 一度だけ使えるリンク. */
export const LINK_TOKEN_PURPOSES = ['reset_password', 'change_email', 'link_line', 'agree_merge'] as const
export type LinkTokenPurpose = (typeof LINK_TOKEN_PURPOSES)[number]
