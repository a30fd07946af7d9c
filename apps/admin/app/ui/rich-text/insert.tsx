import { ApiError } from '@kushi/contract/client'
import { pictureFileName } from '@kushi/values/product'
import {
  isTablePlaceholder,
  SHOP_PLACEHOLDERS,
  type ShopPlaceholderName,
  shopPlaceholderNames,
} from '@kushi/values/promise'
import type { Editor } from '@tiptap/react'
import { type ReactNode, useId, useState } from 'react'
import { api } from '../../api.ts'
import { Button } from '../button.tsx'
import { PictureButton } from '../picture-button.tsx'
import { isAddress } from './tidy.ts'

interface InsertProps {
  editor: Editor
  onClose(): void
}

/** リンク先 for the selected text. */
export function LinkForm({ editor, onClose }: InsertProps) {
  const id = useId()
  const now = (editor.getAttributes('link').href as string | undefined) ?? ''
  const [href, setHref] = useState(now)
  const [isWrong, setWrong] = useState(false)
  const put = () => {
    const address = href.trim()
    if (!isAddress(address)) return setWrong(true)
    const chosen = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && now === '')
      chosen.insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] }).run()
    else chosen.setLink({ href: address }).run()
    onClose()
  }
  return (
    <Row onClose={onClose} onInsert={put} put="リンクを付ける">
      <label htmlFor={id} className="text-xs">
        リンク先
      </label>
      <input
        id={id}
        className="control min-w-0 grow"
        // biome-ignore lint/a11y/noAutofocus: the operator has just opened this field
        autoFocus
        value={href}
        placeholder="https://… または /sh/…"
        aria-invalid={isWrong}
        aria-describedby={`${id}-error`}
        onChange={(event) => setHref(event.target.value)}
      />
      {now !== '' && (
        <Button
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onClose()
          }}
        >
          リンクを外す
        </Button>
      )}
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="basis-full text-danger text-xs">
          「https://」「/」「mailto:」「tel:」で始まるアドレスを入力してください。
        </p>
      )}
    </Row>
  )
}

/** 決まりの差し込み: a fact of the shop, which the page always says as it is set. */
export function PromiseForm({ editor, onClose }: InsertProps) {
  const id = useId()
  const [name, setName] = useState<ShopPlaceholderName>(shopPlaceholderNames[0]!)
  const put = () => {
    const text = `{${name}}`
    const at = editor.chain().focus().setTextSelection(editor.state.selection.to)
    if (isTablePlaceholder(name)) at.insertContent({ type: 'paragraph', content: [{ type: 'text', text }] }).run()
    else at.insertContent({ type: 'text', text }).run()
    onClose()
  }
  return (
    <Row onClose={onClose} onInsert={put} put="差し込む">
      <label htmlFor={id} className="text-xs">
        お店の決まり
      </label>
      <select
        id={id}
        className="control min-w-0 grow"
        value={name}
        onChange={(event) => setName(event.target.value as ShopPlaceholderName)}
      >
        {shopPlaceholderNames.map((one) => (
          <option key={one} value={one}>
            {one}: {SHOP_PLACEHOLDERS[one].hint}
          </option>
        ))}
      </select>
      <p className="basis-full text-muted text-xs">
        設定を変えると、文章もいっしょに変わります。お客様に見える形は、プレビューでご確認ください。
      </p>
    </Row>
  )
}

/** 写真: uploaded like product pictures, with an alternative text. */
export function PictureForm({ editor, onClose }: InsertProps) {
  const id = useId()
  const [alt, setAlt] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const put = async () => {
    if (!file) return setError('写真を選んでください。')
    setBusy(true)
    try {
      const { path, url } = await api('POST /admin/v1/pictures', { body: file })
      const src = url.replace(pictureFileName(path, 320, 'webp'), pictureFileName(path, 960, 'webp'))
      editor
        .chain()
        .focus()
        .setTextSelection(editor.state.selection.to)
        .setImage({ src, alt: alt.trim(), width: 960, height: 1200 })
        .run()
      onClose()
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      setError(thrown.message)
      setBusy(false)
    }
  }
  return (
    <Row onClose={onClose} onInsert={() => void put()} put="写真を入れる" isBusy={isBusy}>
      <div className="flex min-w-0 basis-full items-center gap-3">
        <PictureButton label={file ? '写真を替える' : '写真を選ぶ'} onFile={setFile} />
        <span role="status" className="min-w-0 truncate text-muted text-xs">
          {file ? file.name : 'まだ選んでいません。'}
        </span>
      </div>
      <label htmlFor={id} className="basis-full text-xs">
        <span className="mb-1 block">写真の説明(見えない方に読み上げられます)</span>
        <input
          id={id}
          className="control"
          maxLength={200}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
      </label>
      {error && (
        <p role="alert" className="basis-full text-danger text-xs">
          {error}
        </p>
      )}
    </Row>
  )
}

interface RowProps {
  children: ReactNode
  put: string
  isBusy?: boolean
  onInsert(): void
  onClose(): void
}

/** Enter inserts, Escape closes. The form around it is not submitted. */
function Row({ children, put, isBusy = false, onInsert, onClose }: RowProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields in it
    <div
      className="flex flex-wrap items-end gap-2 border-line border-b px-2 py-2"
      onKeyDown={(event) => {
        // An Enter that confirms a conversion of the input method (IME) must not do anything else.
        if (event.nativeEvent.isComposing || event.keyCode === 229) return
        if (event.key === 'Escape') onClose()
        if (event.key !== 'Enter' || (event.target as HTMLElement).tagName !== 'INPUT') return
        event.preventDefault()
        onInsert()
      }}
    >
      {children}
      <Button isBusy={isBusy} onClick={onInsert}>
        {put}
      </Button>
      <Button look="quiet" onClick={onClose}>
        やめる
      </Button>
    </div>
  )
}
