import type { PictureShape } from '@kushi/values/product'

/** One file of a converted picture. */
export interface PictureFile {
  /** The suffix after the picture's path, e.g. `-640.webp`. */
  ending: string
  type: string
  content: Uint8Array
}

/** 写真の変換: decodes an upload and makes the files that the shop shows, without metadata of camera or place. */
export interface PictureMaker {
  /** @throws PictureRefused if the content can't be decoded or has more than `mostPixels` pixels */
  make(content: Uint8Array, mostPixels: number, shape: PictureShape): Promise<ConvertedPicture>
  /**
   * A photograph that a customer sent: whole, at most 1,600 px, as JPEG without metadata.
   * @throws PictureRefused as `make`
   */
  photograph(content: Uint8Array, mostPixels: number): Promise<Photograph>
  /** One of these files as JPEG, for mails and LINE. */
  jpeg(content: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
}

/** A photograph of a customer after conversion. Size in pixels. */
export interface Photograph {
  content: Uint8Array<ArrayBuffer>
  width: number
  height: number
}

/** A converted picture: size of the upload in pixels, and its files. */
export interface ConvertedPicture {
  /** Below the shop's own folder: `large/` if there are files of 1,600 px, else empty. */
  folder: string
  width: number
  height: number
  files: PictureFile[]
}

/** Stores the picture files in a folder or a bucket. A stored file never changes under its name. */
export interface PictureStore {
  put(name: string, file: { content: Uint8Array; type: string }): Promise<void>
  /** Returns null if no file has this name. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** A missing file is not an error. */
  remove(name: string): Promise<void>
}

/** The upload can't be used as a picture, with the reason. */
export class PictureRefused extends Error {
  readonly reason: 'unreadable' | 'too_large'
  constructor(reason: PictureRefused['reason']) {
    super(reason)
    this.reason = reason
  }
}
