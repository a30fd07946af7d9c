import type { Opening } from '@kushi/contract/admin/opening'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Section } from '../../ui/page.tsx'
import { formatNumber } from '../../ui/time.tsx'

const text = {
  name: 'closed_text' as const,
  label: 'お客様への文章',
  rows: 4,
  hint: '空欄なら「ただいまお休みしています。」と出ます。下に、マイページへのボタンと、店舗の電話番号・メールアドレスが付きます。',
}

/** 臨時休業: first states the effects, with today's numbers. */
export function CloseSection({ opening }: { opening: Opening }) {
  const { Form, TextAreaField } = formFor<{ closed_text: string }>()
  const [isAsking, setAsking] = useState(false)
  if (!useMay('setting.write')) return null
  return (
    <Section
      title="ショップを閉じる"
      lead="臨時休業やメンテナンスのあいだ、お客様にはお休みの画面を出します。いつでも、もう一度公開できます。"
      actions={
        <Button look="danger" onClick={() => setAsking(true)}>
          ショップを閉じる
        </Button>
      }
    >
      <p>閉じているあいだは、新しいご注文と会員登録ができません。会員の方は、マイページを使えます。</p>
      <Dialog isOpen={isAsking} onClose={() => setAsking(false)} title="ショップを閉じますか?">
        <ul className="mb-4 list-disc pl-5">
          <li>
            すぐに、お客様は商品のページを見られなくなり、ご注文もできなくなります。カートのお知らせも止まります。
          </li>
          <li>
            続いている定期便{formatNumber(opening.running_subscriptions)}
            件は、止まりません。手配・決済・お届け前のお知らせは、いつもどおりです。止めるときは、定期便の「まとめて変える」でお休みにしてください。
          </li>
          <li>会員の方は、マイページでご注文を確かめ、定期便の変更・お休み・解約ができます。</li>
          <li>
            お支払いの途中のご注文{formatNumber(opening.open_payments)}
            件は、カード会社などの画面から戻って、最後まで進めます。
          </li>
          <li>受注済みのご注文の出荷や返金は、管理画面でいつもどおりにできます。</li>
        </ul>
        <Form
          values={{ closed_text: opening.closed_text }}
          submit="ショップを閉じる"
          look="danger"
          save={async (body) => {
            await api('POST /admin/v1/opening/close', { body })
            // Reloads the shell: the banner above every screen differs in a closed shop.
            location.reload()
          }}
        >
          <TextAreaField {...text} />
        </Form>
      </Dialog>
    </Section>
  )
}

export function ClosedText({ closed_text }: { closed_text: string }) {
  const { Form, TextAreaField } = formFor<{ closed_text: string }>()
  const { revalidate } = useRevalidator()
  return (
    <Section title="お休みの画面" lead="続いている定期便とお届けは、閉じているあいだも止まりません。">
      <Form
        values={{ closed_text }}
        submit="文章を保存する"
        look="plain"
        permission="setting.write"
        done="お客様への文章を保存しました"
        save={async (body) => {
          await api('PUT /admin/v1/opening/closed-text', { body })
          await revalidate()
        }}
      >
        <TextAreaField {...text} />
      </Form>
    </Section>
  )
}
