import {
  CONTENT_NAME,
  type ContentName,
  type ContentPreview,
  LAYOUT_NAME,
  layoutContentNames,
  TEMPLATE_PAGE_NAMES,
} from '@kushi/contract/admin/content'
import { TEMPLATE_MARK_TEXT } from '@kushi/values/law-page'
import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay, useMe } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { RichTextField } from '../../ui/rich-text-field.tsx'
import { useAction } from '../../ui/use-action.ts'

const { Form, TextField, SelectField, CheckField, useFieldError } = formFor<Values>()

export const loader = ({ params }: LoaderFunctionArgs) => {
  const { name, layout_code } = params as { name: ContentName; layout_code: string }
  return api('GET /admin/v1/content/{name}/{layout_code}', { params: { name, layout_code } })
}

interface Values {
  title: string
  html: string
  /** Only for the terms; '': not chosen yet. */
  terms: '' | 'raise' | 'keep'
  terms_version: string
  /** Items of the law that would be missing were named. */
  accepts_missing: boolean
}

/** Edits one text, with a preview for customers beside it. */
export function Component() {
  const { name, layout_code } = useLoaderData<typeof loader>()
  return <Text key={`${name}/${layout_code}`} />
}

function Text() {
  const { name, layout_code, version, title, html, terms_version } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { today } = useMe()
  const mayWrite = useMay('content.write')
  const params = { name, layout_code }
  const isLayoutPart = layoutContentNames.includes(name)
  /** Set when the server removed HTML that the shop never serves. The form restarts with the stored text. */
  const [kept, setKept] = useState<{ title: string; html: string; turn: number } | null>(null)
  const remove = async () => {
    await api('DELETE /admin/v1/content/{name}/{layout_code}', { params })
    const undo = async () => {
      const empty = await api('GET /admin/v1/content/{name}/{layout_code}', { params })
      const body = { title, html, version: empty.version }
      await api('PUT /admin/v1/content/{name}/{layout_code}', { params, body })
    }
    toast('共通の文章に戻しました', () => void undo())
    await navigate('/content')
  }
  return (
    <Page
      title={
        isLayoutPart
          ? `${CONTENT_NAME[name]}: ${LAYOUT_NAME[layout_code as keyof typeof LAYOUT_NAME]}`
          : CONTENT_NAME[name]
      }
      parent={{ to: '/content', name: '文章とページ' }}
      actions={
        layout_code !== 0 && html !== '' && mayWrite && <Button onClick={() => void remove()}>共通に戻す</Button>
      }
    >
      <Form
        key={kept?.turn}
        values={{
          title: kept?.title ?? title,
          html: kept?.html ?? html,
          terms: '',
          terms_version: today,
          accepts_missing: false,
        }}
        submit="保存する"
        permission="content.write"
        done={`「${CONTENT_NAME[name]}」を保存しました`}
        save={async (values) => {
          const asked = { raise: values.terms_version, keep: null, '': undefined }[values.terms]
          const body = { title: values.title, html: values.html, version, accepts_missing: values.accepts_missing }
          const saved = await api('PUT /admin/v1/content/{name}/{layout_code}', {
            params,
            body: asked === undefined ? body : { ...body, terms_version: asked },
          })
          await revalidate()
          if (saved.html !== values.html) setKept({ title: saved.title, html: saved.html, turn: (kept?.turn ?? 0) + 1 })
        }}
      >
        {(form) => (
          <div className="grid gap-x-6 lg:grid-cols-2">
            <div>
              {!isLayoutPart && (
                <TextField name="title" label="題名" isRequired hint="ブラウザーのタブと検索結果に出ます。" />
              )}
              <RichTextField<Values> name="html" label="文章" rows={24} />
              <TemplateDraft name={name} />
              {form.formState.errors.accepts_missing && (
                <CheckField name="accepts_missing" label="足りない項目があることを承知のうえで、このまま保存する" />
              )}
              {name === 'terms-of-use' && form.watch('html').trim() !== html.trim() && (
                <TermsVersion current={terms_version} isRaised={form.watch('terms') === 'raise'} />
              )}
            </div>
            <Preview name={name} />
          </div>
        )}
      </Form>
    </Page>
  )
}

/** ひな形: a button fills an empty editor with it. A note is shown while the text still contains the draft mark. */
function TemplateDraft({ name }: { name: ContentName }) {
  const { watch, setValue } = useFormContext<Values>()
  const { act, isBusy, refusal } = useAction()
  const mayWrite = useMay('content.write')
  const html = watch('html')
  const templatePage = TEMPLATE_PAGE_NAMES.find((one) => one === name)
  if (!templatePage) return null
  if (html.includes(TEMPLATE_MARK_TEXT))
    return (
      <p role="status" className="mb-4 rounded-base border border-brass bg-brass-tint px-3 py-2">
        ひな形のままです。【 】の箇所を直し、弁護士などの専門家に確認してもらってから、はじめの「{TEMPLATE_MARK_TEXT}
        」の段落を消してください。 消すまで「開店の準備」では書き終わったことになりません。
      </p>
    )
  if (html.trim() !== '' || !mayWrite) return null
  const fill = () =>
    act(async () => {
      const draft = await api('GET /admin/v1/content-draft/{name}', { params: { name: templatePage } })
      setValue('html', draft.html, { shouldDirty: true })
    })
  return (
    <div className="mb-4">
      <Refusal>{refusal}</Refusal>
      <Button isBusy={isBusy} onClick={() => void fill()}>
        ひな形を入れる
      </Button>
      <p className="mt-1 text-muted text-xs">
        店舗の設定から作った、たたき台です。保存するまで、お客様には見えません。
      </p>
    </div>
  )
}

function TermsVersion({ current, isRaised: isVersionRaised }: { current: string; isRaised: boolean }) {
  return (
    <div className="mb-4 rounded-base border border-brass bg-brass-tint px-3 pt-3">
      <SelectField
        name="terms"
        label={`規約の文章が変わりました。規約の版(いまは「${current}」)を上げますか?`}
        empty="選んでください"
        choices={[
          { value: 'raise', label: '版を上げる(これからの注文は、新しい版への同意になる)' },
          { value: 'keep', label: '版はそのまま(誤字の訂正など、内容が変わらないとき)' },
        ]}
        hint="上げると、いま注文の確認画面を開いている方には、もう一度確認をお願いします。"
      />
      {isVersionRaised ? <TextField name="terms_version" label="新しい版" isRequired /> : <TermsRefusal />}
    </div>
  )
}

/** The server's error for `terms_version`, while that field is not shown. */
function TermsRefusal() {
  const text = useFieldError('terms_version')
  return text ? (
    <p role="alert" className="mb-3 flex items-start gap-1 text-danger text-xs">
      <Icon name="warn" className="mt-0.5 size-3 shrink-0" />
      {text}
    </p>
  ) : null
}

const PAUSE_MS = 300

/** The text as the server renders it, updated when the operator pauses typing. */
function Preview({ name }: { name: ContentName }) {
  const html = useFormContext<Values>().watch('html')
  const [preview, setPreview] = useState<ContentPreview | null>(null)
  useEffect(() => {
    let isCurrent = true
    const ask = async () => {
      const answer = await api('POST /admin/v1/content/preview', { body: { name, html } }).catch(() => null)
      if (isCurrent && answer) setPreview(answer)
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [name, html])
  return (
    <div>
      {preview && preview.missing.length > 0 && <MissingStatements items={preview.missing} />}
      {preview && preview.wrong.length > 0 && <WrongStatements items={preview.wrong} />}
      <p className="mb-1 font-medium text-xs">お客様に見える形</p>
      <section
        aria-label="プレビュー"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
        tabIndex={0}
        className="rich-text mb-4 max-h-[70dvh] min-h-[120px] overflow-y-auto rounded-base border border-line bg-surface p-4"
        // Links in the preview do nothing: following one would leave the form and lose the input.
        onClickCapture={(event) => event.preventDefault()}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
        dangerouslySetInnerHTML={{ __html: withLoweredHeadings(preview?.html ?? '') }}
      />
    </div>
  )
}

/** The screen has its own h1, so the h1 of the previewed page becomes an h2 that only looks like one. */
const withLoweredHeadings = (html: string): string =>
  html.replace(/<h1\b/g, '<h2 data-level="1"').replaceAll('</h1>', '</h2>')

/** Both sentences of each disagreement with the settings. */
function WrongStatements({ items }: { items: ContentPreview['wrong'] }) {
  return (
    <div role="status" className="mb-4 rounded-base border border-brass bg-brass-tint px-3 py-2">
      <p className="flex items-center gap-1 font-medium">
        <Icon name="warn" />
        設定と違うことが{items.length}か所、書かれています
      </p>
      <ul className="mt-1 text-xs">
        {items.map(({ said, fact }) => (
          <li key={said} className="mt-1">
            文章: 「{said}」<br />
            設定: 「{fact}」
          </li>
        ))}
      </ul>
      <p className="mt-1 text-muted text-xs">
        「決まりの差し込み」に置き換えると、設定を変えるたびに文章もいっしょに変わります。
      </p>
    </div>
  )
}

function MissingStatements({ items }: { items: ContentPreview['missing'] }) {
  return (
    <div role="status" className="mb-4 rounded-base border border-brass bg-brass-tint px-3 py-2">
      <p className="flex items-center gap-1 font-medium">
        <Icon name="warn" />
        法律で必要な項目が{items.length}件、見つかりません
      </p>
      <ul className="mt-1 text-xs">
        {items.map(({ label, hint }) => (
          <li key={label}>
            <b className="font-medium">{label}</b> {hint}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-muted text-xs">言葉から探しています。内容が正しいかどうかは、お店でご確認ください。</p>
    </div>
  )
}
