import { describe, expect, test } from 'vitest';
import { allowedTarget } from './allowed-target.ts';

const services = {
  hosts: ['push.example', '*.apple.example'],
  origins: ['http://127.0.0.1:5055'],
};

describe('a URL that somebody gave', () => {
  test.each([
    ['https://push.example/a/b?c=d', false],
    ['https://PUSH.example:443/a', false],
    ['https://web.apple.example/a', false],
    ['https://a.b.apple.example/a', false],
    ['http://127.0.0.1:5055/a', true],
  ])('%s is allowed', (text, mayBePrivate) => {
    expect(allowedTarget(text, services)).toEqual({ url: new URL(text), mayBePrivate });
  });

  test.each([
    'http://push.example/a',
    'https://push.example:8443/a',
    'https://push.example./a',
    'https://push.example.evil.example/a',
    'https://evil-push.example/a',
    'https://apple.example/a',
    'https://evilapple.example/a',
    'https://push.example@evil.example/a',
    'https://user:secret@push.example/a',
    'https://evil.example/#https://push.example/a',
    'https://evil.example\\@push.example/a',
    'https://127.0.0.1:5055/a',
    'http://127.0.0.1:5056/a',
    'http://127.0.0.1/a',
    'http://localhost:5055/a',
    'https://localhost/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://[::1]/a',
    'https://[::ffff:127.0.0.1]/a',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/a',
    'https://metadata.google.internal/a',
    'file:///etc/passwd',
    'data:text/plain,a',
    'push.example/a',
    '',
    `https://push.example/${'a'.repeat(2_048)}`,
  ])('%s is not allowed', (text) => {
    expect(allowedTarget(text, services)).toBeNull();
  });
});
