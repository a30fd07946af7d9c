import { expect, test } from 'vitest'
import { ContactForm, SupplierForm } from './contact.ts'

const person = {
  email: 'a@example.com',
  email_confirm: 'a@example.com',
  terms_agreed: true,
  privacy_agreed: true,
  idempotency_key: 'inquiry-000000000001',
}
const question = {
  ...person,
  name01: '白石',
  name02: '渚',
  kana01: 'しらいし',
  kana02: 'なぎさ',
  inquiry_category_id: 2,
  phone_number: '',
  content: 'あ'.repeat(2000),
}
const application = {
  ...person,
  company_name: '株式会社 椿野(山口 花子)',
  name: '山口 花子',
  name_kana: 'やまぐち はなこ',
  postal_code01: '100',
  postal_code02: '0005',
  pref_id: 13,
  addr01: '千代田区丸の内',
  addr02: '1-2',
  addr03: '',
  phone_number: '0300000000',
  site_url: '',
  content: '',
}
const broken = (schema: typeof ContactForm | typeof SupplierForm, form: object) =>
  (schema.safeParse(form).error?.issues ?? []).map((issue) => [
    issue.path.join('.'),
    (issue as { params?: { message_id?: string } }).params?.message_id,
  ])

test.each([
  ['as it should be', {}, []],
  [
    'no agreement',
    { terms_agreed: false, privacy_agreed: false },
    [
      ['terms_agreed', 'agreement_required'],
      ['privacy_agreed', 'agreement_required'],
    ],
  ],
  ['another confirmation', { email_confirm: 'b@example.com' }, [['email_confirm', 'cmn-err-015']]],
  ['2001 characters', { content: 'あ'.repeat(2001) }, [['content', 'cmn-err-004']]],
  ['nothing', { content: ' ' }, [['content', 'cmn-err-001']]],
  ['a short phone number', { phone_number: '03000000' }, [['phone_number', 'cmn-err-016']]],
])('an inquiry with %s', (_, more, failures) => {
  expect(broken(ContactForm, { ...question, ...more })).toEqual(failures)
})

test.each([
  ['as it should be', {}, []],
  ['a company alone', { company_name: '(株)椿野' }, []],
  ['brackets that are none', { company_name: '椿野(山口' }, [['company_name', 'cmn-err-003']]],
  ['a name without a space', { name: '山口花子' }, [['name', 'cmn-err-003']]],
  ['a full-width space', { name: '山口　花子', name_kana: 'やまぐち　はなこ' }, []],
  ['katakana', { name_kana: 'ヤマグチ ハナコ' }, [['name_kana', 'cmn-err-003']]],
  ['a page without https', { site_url: 'salon.example' }, [['site_url', 'cmn-err-003']]],
  ['a page', { site_url: 'https://salon.example/about' }, []],
])('an application with %s', (_, more, failures) => {
  expect(broken(SupplierForm, { ...application, ...more })).toEqual(failures)
})
