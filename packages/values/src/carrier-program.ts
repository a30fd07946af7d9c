import type { Carrier } from './carrier.ts'

/** 送り状ソフト: the carriers' programs whose files are written and read. */
export const CARRIER_PROGRAMS = ['b2cloud', 'ehiden3', 'yupri_r', 'yupri_cloud'] as const
export type CarrierProgram = (typeof CARRIER_PROGRAMS)[number]

/** The names that operators use. */
export const CARRIER_PROGRAM_NAME: Record<CarrierProgram, string> = {
  b2cloud: 'ヤマト B2クラウド',
  ehiden3: '佐川 e飛伝Ⅲ',
  yupri_r: 'ゆうプリR',
  yupri_cloud: 'ゆうプリクラウド',
}

export const CARRIER_OF: Record<CarrierProgram, Carrier> = {
  b2cloud: 'yamato',
  ehiden3: 'sagawa',
  yupri_r: 'japan_post',
  yupri_cloud: 'japan_post',
}
