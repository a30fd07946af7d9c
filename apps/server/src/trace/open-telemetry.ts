import { AsyncLocalStorage } from 'node:async_hooks'
import { PaymentRefused } from '@kushi/shop/ports/payment-port'
import { ShopError } from '@kushi/shop/shop-error'
import { isSpanContextValid, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { ConfigError, type Env } from '../config/env.ts'
import type { OpenSpan, SpanOptions, Trace } from './trace.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/** @throws ConfigError for an unknown protocol or sampler */
export async function openTelemetry(env: Env): Promise<Trace> {
  const named = resourceFromAttributes({ 'service.name': env.OTEL_SERVICE_NAME || 'kushi' })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(env),
    spanProcessors: [new BatchSpanProcessor({ exporter: await exporterOf(env) })],
  })
  const tracer = provider.getTracer('kushi')
  const current = new AsyncLocalStorage<Span>()

  function span<T>(given: SpanOptions, work: (mark: OpenSpan) => T): T {
    const around = current.getStore()
    if (given.isPart && !around) return work({ rename() {}, set() {}, fail() {} })
    const parent = around ? trace.setSpan(ROOT_CONTEXT, around) : remote(given.parent)
    const { kind = 'internal', attributes = {} } = given
    const own = tracer.startSpan(given.name, { kind: kinds[kind], attributes }, parent)
    const mark: OpenSpan = {
      rename: (name) => void own.updateName(name),
      set: (more) => void own.setAttributes(more),
      fail: (name) => void own.setAttribute('error.type', name).setStatus({ code: SpanStatusCode.ERROR }),
    }
    const end = () => own.end()
    const broken = (error: unknown) => {
      if (error instanceof ShopError) mark.set({ 'kushi.refused': error.error })
      else if (error instanceof PaymentRefused) mark.set({ 'kushi.refused': 'PAYMENT_REFUSED' })
      // Only the error's name: a message may contain text that a visitor typed.
      else mark.fail(error instanceof Error ? error.name : 'unknown')
      end()
    }
    try {
      const answer = current.run(own, () => work(mark))
      if (answer instanceof Promise) answer.then(end, broken)
      // A port that returns synchronously has called no third party.
      else if (kind !== 'client') end()
      return answer
    } catch (error) {
      broken(error)
      throw error
    }
  }
  return { isOn: true, span, close: () => provider.shutdown().catch(() => undefined) }
}

function remote(traceparent: string | undefined) {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? []
  const named = { traceId: traceId ?? '', spanId: spanId ?? '', traceFlags: Number(`0x${flags ?? 0}`), isRemote: true }
  return isSpanContextValid(named) ? trace.setSpanContext(ROOT_CONTEXT, named) : ROOT_CONTEXT
}

/** The exporter reads the other standard variables itself: headers, timeout, compression, certificates. */
async function exporterOf(env: Env): Promise<SpanExporter> {
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/protobuf'
  if (protocol === 'http/protobuf')
    return new (await import('@opentelemetry/exporter-trace-otlp-proto')).OTLPTraceExporter()
  if (protocol === 'http/json') return new (await import('@opentelemetry/exporter-trace-otlp-http')).OTLPTraceExporter()
  throw new ConfigError(`OTEL_EXPORTER_OTLP_PROTOCOL is ${protocol}: say http/protobuf or http/json.`)
}

function samplerOf({
  OTEL_TRACES_SAMPLER: name = 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: part,
}: Env): Sampler {
  const root = name.replace(/^parentbased_/, '')
  const ratio = part ? Number(part) : 1
  if (!(ratio >= 0 && ratio <= 1)) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.')
  const samplers: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }
  const made = samplers[root]?.()
  if (!made) throw new ConfigError(`OTEL_TRACES_SAMPLER is ${name}, which is none: say parentbased_traceidratio.`)
  return name === root ? made : new ParentBasedSampler({ root: made })
}
