import { variantName } from '@kushi/values/product'
import { type DragEvent, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { cx } from '../../ui/cx.ts'
import { OrderKeys, useDragOrder } from '../../ui/drag-order.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/page.tsx'
import type { ProductFormValues } from './form-values.ts'
import { type Upload, usePastedPictures, useUploads } from './uploads.ts'

const { TextAreaField } = formFor<ProductFormValues>()

const kinds = 'image/jpeg,image/png,image/webp,image/avif'
const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/**
 * 写真: dropped, pasted, chosen or photographed; ordered, each with an alternative text. A SKU may have its own picture.
 */
export function Pictures({ mayWrite }: { mayWrite: boolean }) {
  const { control, getValues, setValue } = useFormContext<ProductFormValues>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'pictures', keyName: 'key' })
  const {
    uploads,
    add,
    remove: removeUpload,
  } = useUploads((picture) => append({ ...picture, alt: '' }, { shouldFocus: false }))
  const [isDraggedOver, setDraggedOver] = useState(false)
  const drag = useDragOrder(move)
  usePastedPictures(mayWrite, add)

  const removeFromChoices = (n: number) => {
    const path = fields[n]!.path
    getValues('skus').forEach((sku, at) => {
      if (sku.image_path === path) setValue(`skus.${at}.image_path`, null, { shouldDirty: true })
    })
    remove(n)
  }
  const drop = (event: DragEvent) => {
    setDraggedOver(false)
    if (!hasFiles(event)) return
    event.preventDefault()
    if (mayWrite) add(event.dataTransfer.files)
  }

  return (
    <Section
      title="写真"
      lead="1枚目が一覧に出ます。縦長(4:5)で表示され、はみ出した部分は切り取られます。JPEG・PNG・WebP・AVIF、20MBまで、20枚まで。"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional, there are other ways */}
      <div
        className={cx(
          'rounded-base border border-dashed p-3',
          isDraggedOver ? 'border-camellia bg-sand' : 'border-edge',
        )}
        onDragOver={(event) => {
          if (!hasFiles(event) || !mayWrite) return
          event.preventDefault()
          setDraggedOver(true)
        }}
        onDragLeave={() => setDraggedOver(false)}
        onDrop={drop}
      >
        {mayWrite && <Ways onFiles={add} />}
        <ul className="mt-3 grid grid-cols-2 gap-4 empty:hidden sm:grid-cols-3 lg:grid-cols-5">
          {fields.map(({ key, url, path }, n) => (
            <li key={key} className="min-w-0" {...drag.place(n)}>
              <img
                src={url}
                alt=""
                width={320}
                height={400}
                className="aspect-4/5 w-full bg-sand object-cover"
                {...(mayWrite && drag.handle(n))}
              />
              {mayWrite && (
                <div className="flex items-center">
                  <OrderKeys name={`写真${n + 1}`} n={n} count={fields.length} move={move} isHorizontal />
                  <button
                    type="button"
                    className="tap ml-auto p-1.5"
                    aria-label={`写真${n + 1}を外す`}
                    onClick={() => removeFromChoices(n)}
                  >
                    <Icon name="close" className="size-3" />
                  </button>
                </div>
              )}
              <TextAreaField
                rows={3}
                name={`pictures.${n}.alt`}
                label={`写真${n + 1}の説明`}
                isRequired
                maxLength={200}
                className="mb-1"
              />
              <PictureChoices path={path} />
            </li>
          ))}
          {uploads.map((one) => (
            <UploadInProgress key={`upload-${one.id}`} upload={one} onPutAway={() => removeUpload(one.id)} />
          ))}
        </ul>
        {fields.length > 0 && (
          <p className="mt-2 text-muted text-xs">
            説明は、写真が見えない方に読み上げられます。何が写っているかを書いてください。例: 琥珀色の瓶に入った椿油
          </p>
        )}
      </div>
    </Section>
  )
}

function Ways({ onFiles }: { onFiles(files: Iterable<File>): void }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FileButton label="写真を選ぶ" onFiles={onFiles} />
      <span className="pointer-fine:hidden">
        <FileButton label="カメラで撮る" isCamera onFiles={onFiles} />
      </span>
      <span className="pointer-coarse:hidden text-muted text-xs">
        ここに写真を置くか、コピーした写真を貼り付けます(Ctrl+V)。
      </span>
    </div>
  )
}

function FileButton({
  label,
  isCamera = false,
  onFiles,
}: {
  label: string
  isCamera?: boolean
  onFiles(files: Iterable<File>): void
}) {
  return (
    <label className="tap inline-flex min-h-control items-center rounded-base border border-edge bg-surface px-3 focus-within:outline-2 focus-within:outline-ink hover:border-ink">
      {label}
      <input
        type="file"
        className="sr-only"
        accept={kinds}
        {...(isCamera ? { capture: 'environment' as const } : { multiple: true })}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </label>
  )
}

/** The SKUs (香り, 色) that this picture shows. The shop shows it when the customer chooses one of them. */
function PictureChoices({ path }: { path: string }) {
  const { setValue } = useFormContext<ProductFormValues>()
  const skus = useWatch<ProductFormValues, 'skus'>({ name: 'skus' })
  const count = skus.filter((sku) => sku.image_path === path).length
  if (skus.length < 2) return null
  return (
    <details className="text-xs">
      <summary className="tap py-1">種類の写真にする{count > 0 && `(${count})`}</summary>
      {skus.map((sku, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new SKU has no other key
        <label key={n} className="tap flex items-center gap-2 py-0.5">
          <input
            type="checkbox"
            className="size-4 accent-camellia"
            checked={sku.image_path === path}
            onChange={({ target }) =>
              setValue(`skus.${n}.image_path`, target.checked ? path : null, { shouldDirty: true })
            }
          />
          {variantName(sku) || sku.product_code || `種類${n + 1}`}
        </label>
      ))}
    </details>
  )
}

function UploadInProgress({
  upload: { file_name, preview, error },
  onPutAway: onDismiss,
}: {
  upload: Upload
  onPutAway(): void
}) {
  return (
    <li className="min-w-0 text-xs">
      {error === null ? (
        <>
          <img src={preview} alt="" className="aspect-4/5 w-full bg-sand object-cover opacity-50" />
          <p role="status">アップロード中… {file_name}</p>
        </>
      ) : (
        <div className="rounded-base border border-danger bg-danger-tint p-2">
          <p role="alert" className="text-danger">
            {file_name}: {error}
          </p>
          <button type="button" className="tap text-link mt-1" onClick={onDismiss}>
            閉じる
          </button>
        </div>
      )}
    </li>
  )
}
