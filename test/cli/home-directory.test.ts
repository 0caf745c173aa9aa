import { homedir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { homeDirectory } from '../../src/cli/settings/config-directory.ts';

const unknown = () => {
  throw new Error('uv_os_homedir returned ENOENT');
};

describe('the home directory', () => {
  test('The home directory is the one that the system names', () => expect(homeDirectory()).toBe(homedir()));

  test('An empty or relative HOME is replaced by the home directory in the list of users', () => {
    expect(homeDirectory([() => '', () => '/home/me'])).toBe('/home/me');
    expect(homeDirectory([() => 'me', () => '/home/me'])).toBe('/home/me');
  });

  test('A user whom the system does not know has a home directory that does not exist', () => {
    expect(homeDirectory([unknown, unknown])).toBe('/nonexistent');
  });
});
