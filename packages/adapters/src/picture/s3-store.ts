import type { PictureStore } from '@kushi/shop/picture/picture-port'

export interface S3Settings {
  bucket: string
  region: string
  /** Of a service that speaks the same protocol; null: Amazon's own. */
  endpoint: string | null
}

/** A name of a picture never gets another content. */
const CacheControl = 'public, max-age=31536000, immutable'

/** Pictures in a bucket. Who we are there, the SDK finds out itself: `AWS_ACCESS_KEY_ID` and its kin, or the machine's role. */
export function s3Store({ bucket, region, endpoint }: S3Settings): PictureStore {
  // A large library that only this store needs.
  const sdk = import('@aws-sdk/client-s3')
  sdk.catch(() => undefined)
  const client = sdk.then(
    ({ S3Client }) => new S3Client({ region, ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }) }),
  )
  client.catch(() => undefined)
  const Bucket = bucket
  return {
    async put(Key, { content: Body, type: ContentType }) {
      const { PutObjectCommand } = await sdk
      await (await client).send(new PutObjectCommand({ Bucket, Key, Body, ContentType, CacheControl }))
    },
    async get(Key) {
      const { GetObjectCommand, NoSuchKey } = await sdk
      try {
        const { Body } = await (await client).send(new GetObjectCommand({ Bucket, Key }))
        return Body ? new Uint8Array(await Body.transformToByteArray()) : null
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async remove(Key) {
      const { DeleteObjectCommand } = await sdk
      await (await client).send(new DeleteObjectCommand({ Bucket, Key }))
    },
  }
}
