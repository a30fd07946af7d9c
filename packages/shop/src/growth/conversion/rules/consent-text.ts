import { CONVERSION_CONTACT_NAME } from '@kushi/values/conversion/conversion'
import { type ConversionKindName, isToldByServer } from '@kushi/values/conversion/kinds'
import { frameHosts } from './frame-tag.ts'

interface Recipient {
  conversion_kind: ConversionKindName
  recipient_name: string
  conversion_cycle: number
  email_flag: boolean
  phone_flag: boolean
  account_values: Readonly<Record<string, string>>
}

/** Whether a 送信先 receives a later delivery of a 定期便. */
export const reportsLaterDeliveries = ({ conversion_cycle }: Pick<Recipient, 'conversion_cycle'>): boolean =>
  conversion_cycle > 1

/** Whether a 送信先 receives 取消・返品, by a request or by the list of 承認・否認. */
export const reportsCancellations = ({ account_values }: Pick<Recipient, 'account_values'>): boolean =>
  Boolean(account_values.cancel_parameters || account_values.approval_days)

const hashesOf = (all: readonly Recipient[]): string[] => [
  ...(all.some(({ email_flag }) => email_flag) ? [CONVERSION_CONTACT_NAME.email] : []),
  ...(all.some(({ phone_flag }) => phone_flag) ? [CONVERSION_CONTACT_NAME.phone] : []),
]

/** `hosts`: what the customer's browser loads from it on the completion page. */
interface AdCompany {
  name: string
  hashes: string[]
  hosts: string[]
}

/** Returns each company once, in the order of its first 送信先, with the contacts whose hashes it receives. */
export const adCompanies = (all: readonly Recipient[]): AdCompany[] =>
  [...new Set(all.map(({ recipient_name }) => recipient_name))].map((name) => {
    const own = all.filter(({ recipient_name }) => recipient_name === name)
    const hosts = own.flatMap(({ conversion_kind, account_values }) =>
      isToldByServer(conversion_kind) ? [] : frameHosts(account_values.hosts ?? ''),
    )
    return { name, hashes: hashesOf(own), hosts: [...new Set(hosts)] }
  })

const companyText = ({ name, hashes, hosts }: AdCompany) => {
  const more = [
    hashes.length > 0 && `${hashes.join('と')}を元に戻せない形に変えたものを含みます`,
    hosts.length > 0 && 'ご注文の完了画面で、お使いのブラウザからも伝わります',
  ].filter(Boolean)
  return more.length > 0 ? `${name}(${more.join('。')})` : name
}

/** The text of 広告の成果を測ることへの同意 beside the box: the data, its recipients and its purpose. Nothing else is sent. */
export function adConsentText(all: readonly Recipient[]): string {
  const later = all.some(reportsLaterDeliveries) ? 'と、この定期便のその後のお届け' : ''
  const cancelled = all.some(reportsCancellations) ? '、取消・返品の有無' : ''
  return [
    `広告の成果を測り、広告の配信に役立てるため、このご注文${later}の番号、日時、金額、商品、回数${cancelled}、広告の識別子(クリックIDなど)、ご覧になったページとブラウザの種類を、次の会社に提供することに同意する(任意)`,
    `提供先: ${adCompanies(all).map(companyText).join('、')}`,
  ].join('\n')
}
